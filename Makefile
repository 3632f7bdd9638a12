# Two commands do everything on a fresh machine: `make site` and `make test`.
PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
export NO_MKDOCS_2_WARNING := 1

.PHONY: site build test clean

site: .venv/site.stamp  ## Build with measurements, then serve
	@echo "측정하고 빌드한 뒤 http://127.0.0.1:$(PORT)/ 에서 보여 드립니다 (멈추기: Ctrl-C)"
	$(BIN)/mkdocs serve --dev-addr 127.0.0.1:$(PORT)

build: .venv/site.stamp  ## Build into site/
	$(BIN)/mkdocs build --strict

test: .venv/test.stamp  ## Lint, types, tests; first whatever the browser tests need
	$(BIN)/python -m tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest

clean:  ## Forget what was built and measured
	rm -rf site .cache

.venv/site.stamp: requirements.txt requirements-site.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 이상이 필요합니다")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --requirement requirements.txt
	@touch $@

.venv/test.stamp: requirements-test.txt .venv/site.stamp
	$(BIN)/pip install --quiet --requirement requirements-test.txt
	@touch $@
