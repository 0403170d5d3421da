"""The modules of a web client as one file."""

from __future__ import annotations

import posixpath
import re
import shutil
import subprocess

import pytest

from ludus.clients.web import FILES
from ludus.edges.bundle import EXPORT, IMPORT, bundled
from ludus.edges.site import served
from ludus.edges.strip import strip_module

SOURCES = {
    "main.js": 'import * as shapes from "./draw/shapes.js"\nimport { say as tell } from "./words.js"\ntell(shapes.area(3))\n',
    "words.js": "export const say = (text) => {\n\t// Aloud.\n\tconsole.log(`said ${text} // ${'//'}`) // to everybody\n}\n",
    "draw/shapes.js": 'import { say } from "../words.js"\nsay("shapes")\nexport function area(side) { return side * side }\n',
    "later.js": '// Later.\nimport { say } from "./words.js"\nimport { other } from "./other.js"\nsay(other)\n',
    "other.js": 'export const other = "other"\n',
}


def test_a_module_and_all_that_it_imports_are_one_in_the_order_in_which_they_can_run():  # B18
    made = bundled(SOURCES, "main.js")
    assert made.keys() == {"main.js", "later.js", "other.js"}
    assert re.findall(r'modules\["(.+)"\] =', made["main.js"]) == ["words", "draw/shapes", "main"]
    assert not IMPORT.search(made["main.js"])


def test_a_module_that_is_loaded_later_takes_what_is_there_and_loads_the_rest():  # B18
    later = bundled(SOURCES, "main.js")["later.js"].splitlines()
    assert later == [
        'import { modules } from "./main.js"; // Later.',
        'const { say } = modules["words"]',
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
    stripped = {name: strip_module(name, source) for name, source in SOURCES.items()}
    for folder, sources in (("apart", SOURCES), ("together", bundled(stripped, "main.js"))):
        for name, source in sources.items():
            path = tmp_path / folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(source, "utf-8")
        (tmp_path / folder / "package.json").write_text('{"type":"module"}', "utf-8")
    said = [subprocess.check_output([NODE, tmp_path / folder / "main.js"], text=True) for folder in ("apart", "together")]
    assert said == ["said shapes // //\nsaid 9 // //\n"] * 2


def test_every_import_of_the_web_client_is_one_that_the_bundle_understands():  # B18
    for path in FILES.rglob("*.js"):
        source = path.read_text("utf-8")
        lines = [line for line in source.splitlines() if line.startswith("import ")]
        assert len(lines) == len(IMPORT.findall(source)), path
        assert not [word for word in ("export let", "export default", "export {") if word in source], path


def test_every_name_that_is_imported_is_exported_and_used():  # B18
    sources = {path.relative_to(FILES).as_posix(): path.read_text("utf-8") for path in FILES.rglob("*.js")}
    exported = {name: {match[1] for match in EXPORT.finditer(source)} for name, source in sources.items()}
    for name, source in sources.items():
        code = IMPORT.sub("", source)
        for match in IMPORT.finditer(source):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), match[3]))
            taken = [each.strip(" {}").split(" as ") for each in match[2].split(",")] if match[2] else []
            assert {each[0] for each in taken} <= exported[path], f"{name} imports from {path} what is not there"
            used = [match[1]] if match[1] else [each[-1] for each in taken]
            assert [each for each in used if not re.search(rf"\b{each}\b", code)] == [], f"{name} does not need all of {path}"


def test_all_that_is_sent_is_less_than_200_kb():  # B18
    sent = served({path.relative_to(FILES).as_posix(): path.read_bytes() for path in FILES.rglob("*") if path.is_file()})
    assert sum(map(len, sent.values())) < 200_000
    assert "main.js" in sent
    assert "dom.js" not in sent  # it is in main.js
