# Two commands do everything on a fresh machine: `make site` and `make test`. `make bench` is extra.
PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
# They measure, or keep both cores busy by themselves: one at a time. The others run two by two.
ALONE := tests/chapters tests/doctor tests/evidence tests/load tests/measuring tests/peers tests/serving
# Text needs no torch.
SITE := $(if $(filter recorded,$(MEASURE)),.venv/text.stamp,.venv/site.stamp)
export NO_MKDOCS_2_WARNING := 1

.PHONY: site serve build test audit bench chapter release-check clean

site: $(SITE)  ## Build with measurements, then serve
	@echo "측정하고 빌드한 뒤 http://127.0.0.1:$(PORT)/ 에서 보여 드립니다 (멈추기: Ctrl-C)"
	$(BIN)/mkdocs serve --dev-addr 127.0.0.1:$(PORT)

serve: $(SITE)  ## Preview while editing
	$(BIN)/python -m hooks.preview --port $(PORT)

build: $(SITE)  ## Build into site/
	$(BIN)/mkdocs build --strict

test: .venv/test.stamp  ## Lint, types, tests; first whatever the browser tests need
	$(BIN)/python -m tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest $(ALONE)
	$(BIN)/pytest --numprocesses=2 $(addprefix --ignore=,$(ALONE))

audit: .venv/test.stamp  ## Lighthouse, bytes and size of the site; some minutes
	$(BIN)/python -m tools.audit

bench: .venv/bench.stamp  ## Race other engines; the site shows it once it is approved
	@echo "transformers, llama.cpp와 견줍니다. 몇 분 걸리고, 그동안 기계가 조용해야 합니다"
	$(BIN)/python -m snippets run bench
	@echo "사이트에 실으려면: $(BIN)/python -m snippets approve bench"

chapter:  ## Lay out a chapter: make chapter N=10 NAME=batching TITLE="배치"
	@PYTHONPATH=. $(PYTHON) -m tools.chapter '$(N)' '$(NAME)' '$(TITLE)'

release-check: .venv/site.stamp  ## Is the site of this commit the same bytes twice? REV=v0.1.0
	$(BIN)/python -m tools.release $(REV)

clean:  ## Forget what was built and measured
	rm -rf site .cache

.venv/site.stamp: requirements.txt requirements-site.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 이상이 필요합니다")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --requirement requirements.txt
	@touch $@

.venv/text.stamp: requirements-site.txt  # without torch: MEASURE=recorded
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --requirement requirements-site.txt
	@touch $@

.venv/test.stamp: requirements-test.txt .venv/site.stamp
	$(BIN)/pip install --quiet --requirement requirements-test.txt
	@touch $@

.venv/bench.stamp: requirements-bench.txt .venv/site.stamp
	@echo "llama.cpp를 이 기계에 맞춰 컴파일합니다 (몇 분, C++ 컴파일러가 있어야 합니다)"
	$(BIN)/pip install --quiet --requirement requirements-bench.txt
	@touch $@
