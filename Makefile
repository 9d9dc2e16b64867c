# Playtree: `make run` and `make test` are all a newcomer needs; `make help` lists the rest.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
JOBS ?= 2
PYTEST := $(BIN)/python -m pytest -n $(JOBS) --dist loadfile

# The public boards, where they lie beside the checkout.
ifeq ($(origin PLAYTREE_DATA),undefined)
ifneq ($(wildcard ../shared/data/.),)
export PLAYTREE_DATA := $(abspath ../shared/data)
endif
endif

.PHONY: help setup run test test-kernels test-slow check format lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: setup ## solve a random board for ten seconds
	@mkdir -p solutions
	@$(BIN)/playtree solve random:2026 --seconds 10 --out solutions/first.json

test: setup ## run the whole suite
	@echo "== tests"
	@$(PYTEST) -q

test-kernels: setup ## run the tests of compiled code again, with bounds checks and interpreted
	@echo "== kernels with bounds checks"
	@NUMBA_BOUNDSCHECK=1 $(PYTEST) -q -m "kernels and not slow and not variants" tests
	@echo "== kernels interpreted"
	@NUMBA_DISABLE_JIT=1 $(PYTEST) -q -m "kernels and not slow" tests

test-slow: setup ## run the tests that take minutes
	@$(PYTEST) -q -m slow --timeout=3600

check: setup ## lint, format and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

format: setup ## format the code and mend what ruff can
	@$(BIN)/ruff check --fix-only .
	@$(BIN)/ruff format .

setup: .venv/.installed ## make .venv from the lock file, with playtree in it

# Made anew when the lock file changes, so that nothing is left of an older one.
.venv/.locked: requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Playtree needs Python 3.11 or newer, but $(PYTHON) is $$($(PYTHON) --version 2>&1);" \
	    "choose another: make PYTHON=python3.12 ..." >&2; exit 1; }
	@echo "making .venv from requirements.lock with $$($(PYTHON) --version), once"
	@$(PYTHON) -m venv --clear .venv
	@$(PIP) install --require-hashes -r requirements.lock
	@touch $@

.venv/.installed: .venv/.locked pyproject.toml
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

# Run it with the oldest supported Python, whose set of packages includes what the newer ones need.
lock: ## write requirements.lock anew from pyproject.toml
	@tools=$$(mktemp -d) && trap 'rm -rf "$$tools"' EXIT && $(PYTHON) -m venv "$$tools" \
	&& "$$tools/bin/python" -m pip --disable-pip-version-check --quiet install pip-tools \
	&& "$$tools/bin/pip-compile" --quiet --upgrade --all-extras --strip-extras --generate-hashes --no-annotate \
	  --no-header --no-emit-options --no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
	  --output-file requirements.lock pyproject.toml \
	&& echo "wrote requirements.lock"

clean: ## remove .venv and what the tools leave behind
	@rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis dist
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
