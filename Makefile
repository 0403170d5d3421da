# Every habit of the house; `make` alone explains them.

PYTHON ?= python3
VENV := .venv
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif

# Some machines forbid Python to keep its bytecode; then each of the hundreds of processes that the tests start compiles it anew.
unexport PYTHONDONTWRITEBYTECODE

# One test process more than there are cores: about a third of the time a test waits, for a process, a socket or a page.
TESTERS := $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')

.PHONY: help setup serve play test browser compile lint check slow bench golden pictures clean

help:  ## say what can be made
	@echo "make WHAT, where WHAT is one of"
	@sed -n 's/^\([a-z]*\):.*## /  \1|/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "%-10s %s\n", $$1, $$2 }'

$(BIN)/.run: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Ludus needs Python 3.11 or newer; name one with: make PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(BIN)/.test: $(BIN)/.run
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	@touch $@

$(BIN)/.bench: $(BIN)/.test
	$(BIN)/python -m pip install --quiet --editable '.[bench]'
	@touch $@

$(BIN)/.docs: $(BIN)/.test
	$(BIN)/python -m pip install --quiet --editable '.[docs]'
	@touch $@

setup: compile  ## make the virtual environment, install Ludus into it, and compile the games

serve: $(BIN)/.run  ## start the server: make serve GAME=conquest seats everybody for one game
	$(BIN)/ludus serve $(GAME)

play: $(BIN)/.run  ## play a game at this keyboard: make play GAME=conquest
	@$(BIN)/ludus play $(or $(GAME),connect-four)

lint: $(BIN)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

browser: $(BIN)/.test
	@$(BIN)/python -m tests.browser
	@$(BIN)/python -m tests.telnet_program

compile: $(BIN)/.run
	$(BIN)/ludus games --compile

test: $(BIN)/.test browser  ## check style, types and layers, then run the tests
	@$(MAKE) --no-print-directory -j 2 lint compile
	$(BIN)/pytest -n $(TESTERS) --dist worksteal -m "not slow"

check: $(BIN)/.run  ## run the conformance kit on every game that ships
	$(BIN)/ludus check --all

slow: $(BIN)/.test browser  ## run the tests that take minutes
	$(BIN)/pytest -n 2 --dist worksteal -m slow

bench: $(BIN)/.bench  ## measure, beside the peers, and print the tables
	@for script in rules library play connect_four kernel threads time_limit estimate strength yahtzee server analysis tournaments web; do $(BIN)/python -m bench.bench_$$script || exit 1; done
	@for script in cluster cluster_states cluster_promises batch ray; do $(BIN)/python -m bench.bench_$$script --quick || exit 1; done

golden: $(BIN)/.test  ## write the golden files anew; read the difference before you commit it
	$(BIN)/pytest -n 0 tests/games/test_playthroughs.py tests/search/test_signature.py tests/wire/test_protocol_document.py --golden
	$(BIN)/python docs/make_reference.py

pictures: $(BIN)/.docs browser  ## make the pictures of the documentation anew, from the running program
	$(BIN)/python docs/make_animation.py
	$(BIN)/python docs/make_pictures.py
	$(BIN)/python docs/make_terminal_picture.py

clean:  ## remove what was built
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
