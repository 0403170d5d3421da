"""The modules of a web client as one file."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from ludus.clients.web import FILES
from ludus.edges.bundle import IMPORT, bundled

SOURCES = {
    "main.js": 'import * as shapes from "./draw/shapes.js"\nimport { say as tell } from "./words.js"\ntell(shapes.area(3))\n',
    "words.js": "export const say = (text) => console.log(`said ${text}`)\n",
    "draw/shapes.js": 'import { say } from "../words.js"\nsay("shapes")\nexport function area(side) { return side * side }\n',
    "later.js": '// Later.\nimport { say } from "./words.js"\nimport { other } from "./other.js"\nsay(other)\n',
    "other.js": 'export const other = "other"\n',
}


def test_a_module_and_all_that_it_imports_are_one_in_the_order_in_which_they_can_run():  # B18
    made = bundled(SOURCES, "main.js")
    assert made.keys() == {"main.js", "later.js", "other.js"}
    assert re.findall(r'modules\["(.+)"\] =', made["main.js"]) == ["words.js", "draw/shapes.js", "main.js"]
    assert not IMPORT.search(made["main.js"])


def test_a_module_that_is_loaded_later_takes_what_is_there_and_loads_the_rest():  # B18
    later = bundled(SOURCES, "main.js")["later.js"].splitlines()
    assert later == [
        'import { modules } from "./main.js"; // Later.',
        'const { say } = modules["words.js"]',
        'import { other } from "./other.js"',
        "say(other)",
    ]


def test_modules_that_import_each_other_are_refused():
    circle = {"main.js": 'import { one } from "./one.js"\n', "one.js": 'import { two } from "./main.js"\n'}
    with pytest.raises(ValueError, match=r"main\.js > one\.js > main\.js"):
        bundled(circle, "main.js")


NODE = shutil.which("node") or ""


@pytest.mark.skipif(not NODE, reason="needs Node")
def test_it_runs_like_the_modules_themselves(tmp_path):
    for folder, sources in (("apart", SOURCES), ("together", bundled(SOURCES, "main.js"))):
        for name, source in sources.items():
            path = tmp_path / folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(source, "utf-8")
        (tmp_path / folder / "package.json").write_text('{"type":"module"}', "utf-8")
    said = [subprocess.check_output([NODE, tmp_path / folder / "main.js"], text=True) for folder in ("apart", "together")]
    assert said == ["said shapes\nsaid 9\n"] * 2


def test_every_import_of_the_web_client_is_one_that_the_bundle_understands():  # B18
    for path in FILES.rglob("*.js"):
        source = path.read_text("utf-8")
        lines = [line for line in source.splitlines() if line.startswith("import ")]
        assert len(lines) == len(IMPORT.findall(source)), path
        assert not [word for word in ("export let", "export default", "export {") if word in source], path
