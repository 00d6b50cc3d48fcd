# Every target sets up .venv by itself; nothing else is needed but Python 3.11 or newer.
#   make demo    the main job, in about two minutes, setting up included
#   make web     the web app, opened in your browser
#   make test    every test, but for the long ones, which `make soak` runs
#   make check   format, lint, types, borders between rooms, documentation
#   make bench   every benchmark
# PYTHON=/path/to/python3 chooses the interpreter, for the first call.

CANDIDATES = $(or $(PYTHON),python3.11 python3.12 python3.13 python3 python3.14 python)
SUITABLE = import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))
BIN = .venv/bin
RUN = $(BIN)/python
INSTALL = $(RUN) -m pip install --quiet --disable-pip-version-check --no-input -c constraints.txt
# what checking takes: its tools, and the extras whose packages src/ imports, for mypy reads their types
CHECKED = check,docs,plots,parquet,web
STATED = .venv/made pyproject.toml constraints.txt Makefile

.PHONY: demo web test check bench soak docs clean
.DEFAULT_GOAL := demo
.DELETE_ON_ERROR:

demo: .venv/ready
	@$(RUN) -m croupier demo

web: .venv/ready-web
	@$(RUN) -m croupier web --open

test: .venv/ready-test
	@$(RUN) tests/web/chromium.py
	@$(RUN) -m pytest -n auto --maxprocesses 4 --dist loadfile

soak: .venv/ready-test
	@$(RUN) tests/web/chromium.py
	@$(RUN) -m pytest -m soak

bench: .venv/ready-test
	@$(RUN) -m benchmarks

check: .venv/ready-check
	$(RUN) -m ruff format --check .
	$(RUN) -m ruff check .
	$(RUN) -m mypy
	$(BIN)/lint-imports
	$(MAKE) --no-print-directory docs

docs: .venv/ready-check
	$(RUN) -m sphinx -W --keep-going -q -b html docs docs/_build/html

clean:
	rm -rf .venv build dist docs/_build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

.venv/made:
	@for python in $(CANDIDATES); do \
	  if "$$python" -c '$(SUITABLE)' >/dev/null 2>&1; then \
	    echo "setting up .venv with $$python"; "$$python" -m venv --clear .venv && touch $@; exit; fi; done; \
	echo "No suitable Python: install Python 3.11 or newer, with its venv module, or say PYTHON=/path/to/python3" >&2; exit 1

.venv/ready: $(STATED)
	@echo "installing Croupier"
	@$(INSTALL) -e .
	@touch $@

.venv/ready-web: $(STATED)
	@echo "installing Croupier and its web app"
	@$(INSTALL) -e '.[web]'
	@touch $@ .venv/ready

.venv/ready-test: $(STATED)
	@echo "installing Croupier and what its tests need"
	@$(INSTALL) -e '.[test]'
	@touch $@ .venv/ready .venv/ready-web

.venv/ready-check: $(STATED)
	@echo "installing Croupier and what its checks need"
	@$(INSTALL) -e '.[$(CHECKED)]'
	@touch $@ .venv/ready
