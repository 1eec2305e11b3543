# Thera. `make run` starts the table, `make test` runs every test; both first set up all that they need.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.DEFAULT_GOAL := help

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# What the tests need beyond Python: a browser that plays the phones, a font for it to draw, a library of its driver.
TEST_PACKAGES := chromium fonts-dejavu-core libatomic1
# What checks and tests the scripts of the page; npm brings the checkers themselves, as package-lock.json has them.
SCRIPT_PACKAGES := nodejs npm
SCRIPT_TESTS := tests/web_ui/scripts/*.test.js
# What Python packages are built with that come as sources: those for the pins of a Pi, which the tests use, too.
BUILD_PACKAGES := gcc libc6-dev python3-dev
# They are built with the locked setuptools that is there already, and not with one that pip fetches for it unseen.
BUILT_HERE := --use-pep517 --no-build-isolation
# What a small Debian is made with and emulated, for the tests with USB and with the table's own network.
EMULATED_PACKAGES := e2fsprogs mmdebstrap qemu-system-x86
# What a small Debian is made with and started in a container, and what runs one for the processor of a Pi.
SYSTEM_PACKAGES := mmdebstrap systemd-container
ARM64_PACKAGES := arch-test mmdebstrap qemu-user-static systemd-container

ARGS ?=
TESTS ?=
# Tests wait for browsers and boards as long as they compute, so there is one more of them at a time than cores.
JOBS ?= $(shell echo $$(($$(nproc) + 1)))
UPGRADE ?=
POWER ?=

.PHONY: help run test journeys test-scripts coverage matrix rulings power-test house-figures benchmarks reading drawings pictures icons lights fuzz load first-view board-motion idle work costs stations full-table long-life http-fuzz fault-test kill-test usb-test network-test system-test arm64-test lint lock wheel clean setup setup-dev setup-pi micropython test-packages

help:
	@echo 'make run      start the table on the virtual board; options: make run ARGS="--port 9000" (see thera play --help)'
	echo 'make test     run the tests; some of them: make test TESTS=tests/engine'
	echo 'make journeys whole games at the virtual board in a real browser, each as a family plays it'
	echo 'make test-scripts   the tests of the scripts alone, a few seconds'
	echo 'make coverage which lines the tests run, of Python and of the scripts; of some tests: make coverage TESTS=tests/engine'
	echo 'make lint     ruff and mypy over all Python, eslint, prettier and tsc over the scripts of the page'
	echo 'make matrix   the slow whole-matrix tests'
	echo 'make power-test POWER=pan  what a power needs, and the tests about it, in a minute or two'
	echo 'make rulings  write the lines of docs/rulings that the code determines: facts of cards, defaults'
	echo 'make house-figures  modules, their lengths, import floors and repeated names; options: make house-figures ARGS=--names'
	echo 'make benchmarks   what the rules cost on this machine; options: make benchmarks ARGS="--games 3000"'
	echo 'make reading  how well single readings are decoded, beside thresholds; options: make reading ARGS="--cases 200"'
	echo 'make micropython   get MicroPython for this computer: the firmware runs in the tests and in thera simulate by it'
	echo 'make drawings write the drawings of the build guide again, from the data that the program goes by'
	echo 'make pictures write the pictures of the README and of docs/play.md again, from those that the journeys take'
	echo 'make load     ten phones at a board that never rests, for two minutes; options: make load ARGS="--seconds 30"'
	echo 'make first-view  how long a slow phone takes until the table can be used'
	echo 'make board-motion  how many frames a second a slow phone shows while pieces move'
	echo 'make idle     what a table takes that nobody plays at: until it is ready, of the processor, and of memory'
	echo 'make work     what a frame takes to read, and how late a computer ten times slower reads it'
	echo 'make costs    what a request of each kind costs a table with 3,000 games, and whom it keeps waiting'
	echo 'make stations  how many files one command and one frame run through; options: make stations ARGS=--files'
	echo 'make full-table  what a table takes at most: 80 pages, 3,000 kept games, many that ask at once'
	echo 'make long-life  ten thousand games at one table: memory, descriptors, journal; options: make long-life ARGS="--games 500"'
	echo 'make icons    draw the icons of the home screen again'
	echo 'make lights   how long lights take over the wire'
	echo 'make fuzz     a million broken frames through both ends of the wire; options: make fuzz ARGS="--seed 5"'
	echo 'make http-fuzz  requests of all kinds, meant well or ill; options: make http-fuzz ARGS="--seed 5"'
	echo 'make fault-test   fifty games over a cable with a thousand troubles, about ten minutes'
	echo 'make kill-test   a hundred games on a table that is killed a thousand times, an hour or so'
	echo 'make usb-test  a game at a board on real USB whose plug is pulled out, in an emulated computer, some minutes'
	echo 'make network-test  a table without a network opens its own for a phone, on simulated radios in an emulated computer'
	echo 'make wheel    what a release is: everything in one file in dist/, to be installed with: thera install'
	echo 'make system-test   install, play, kill, reboot, upgrade and remove it in a small Debian with its own systemd, as root'
	echo 'make arm64-test    install it in a small Debian for the processor of a Pi, emulated, as root; ten minutes'
	echo 'make lock     resolve requirements*.txt again from pyproject.toml; newer versions: make lock UPGRADE=--upgrade'
	echo 'make setup-pi  on a Raspberry Pi: what thera board serve needs for its pins'
	echo 'make clean    remove the environment and everything that was built'

run: setup
	@exec $(BIN)/thera play $(ARGS)

test: setup-dev test-packages micropython
	@$(BIN)/pytest -n $(JOBS) --dist worksteal $(or $(TESTS),tests --ignore tests/journeys)
	if [ -z '$(TESTS)' ]; then node --test $(SCRIPT_TESTS); fi

journeys: setup-dev test-packages micropython
	@$(BIN)/pytest -n $(JOBS) --dist worksteal tests/journeys

test-scripts: node_modules/.stamp
	@node --test $(SCRIPT_TESTS)

# Of Python without the whole games in a browser, and of the scripts by their own tests: those in a browser count there.
coverage: setup-dev test-packages micropython
	@$(BIN)/coverage erase
	$(BIN)/pytest -n $(JOBS) --dist worksteal --cov --cov-report= $(or $(TESTS),tests --ignore=tests/journeys)
	$(BIN)/coverage report --skip-covered --skip-empty --sort=cover
	node --test --experimental-test-coverage $(SCRIPT_TESTS)

matrix: setup-dev micropython
	@$(BIN)/pytest -n $(JOBS) --dist worksteal -m slow $(TESTS)

rulings: setup-dev
	@$(BIN)/python -m tests.engine.rulings_pages
	@$(BIN)/python -m tests.engine.book_pages

power-test: setup-dev
	@$(BIN)/python -m tests.engine.power_check $(POWER)

house-figures: setup-dev
	@$(BIN)/python -m benchmarks.house_figures $(ARGS)

benchmarks: setup-dev
	@$(BIN)/python -m benchmarks.rules_speed $(ARGS)

reading: setup-dev
	@$(BIN)/python -m benchmarks.reading_accuracy $(ARGS)

drawings: setup
	@$(BIN)/python -m drawings

pictures: setup-dev test-packages
	@$(BIN)/pytest -n $(JOBS) tests/journeys
	$(BIN)/python -m tests.journeys.pictures
	$(BIN)/python -m tests.journeys.film
	$(BIN)/python -m tests.journeys.strips

icons: setup-dev
	$(BIN)/python -m tests.web_ui.home_icons

lights: setup-dev
	@$(BIN)/python -m benchmarks.lights_latency $(ARGS)

fuzz: setup-dev
	@$(BIN)/python -m tests.firmware_bridge.fuzz $(ARGS)

load: setup-dev
	@$(BIN)/python -m benchmarks.phones_load $(ARGS)

first-view: setup-dev test-packages
	@$(BIN)/python -m benchmarks.first_view $(ARGS)

board-motion: setup-dev test-packages
	@$(BIN)/python -m benchmarks.board_motion $(ARGS)

idle: setup
	@$(BIN)/python -m benchmarks.idle_table $(ARGS)

work: setup-dev
	@$(BIN)/python -m benchmarks.work_per_frame $(ARGS)

costs: setup-dev
	@$(BIN)/python -m benchmarks.request_costs $(ARGS)

stations: setup-dev
	@$(BIN)/python -m benchmarks.stations $(ARGS)

full-table: setup-dev
	@$(BIN)/python -m tests.web_ui.full_table $(ARGS)

long-life: setup-dev
	@$(BIN)/python -m tests.table.runtime.long_life $(ARGS)

http-fuzz: setup-dev
	@$(BIN)/python -m tests.web_ui.http_fuzz $(ARGS)

fault-test: setup-dev
	@$(BIN)/pytest -s -m faults tests/firmware_bridge/test_link_faults.py

kill-test: setup-dev
	@$(BIN)/python -m tests.table.storage.many_kills $(ARGS)

usb-test: setup
	@$(call install_debian,$(EMULATED_PACKAGES))
	$(BIN)/python -m tests.usb.run

network-test: setup wheel
	@$(call install_debian,$(EMULATED_PACKAGES))
	$(BIN)/python -m tests.network.run

system-test: setup wheel
	@$(call install_debian,$(SYSTEM_PACKAGES))
	$(BIN)/python -m tests.system.run $(ARGS)

arm64-test: setup wheel
	@$(call install_debian,$(ARM64_PACKAGES))
	$(BIN)/python -m tests.system.arm64 $(ARGS)

lint: setup-dev
	@$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --config-file tests/firmware/mypy.ini
	npx --no-install eslint .
	npx --no-install prettier --check --log-level=warn web_ui/static/js tests/web_ui/scripts eslint.config.js
	npx --no-install tsc

# The locks hold the hashes of every file of a release, so that one lock serves each machine and Python from 3.11 on.
LOCK := pip compile --quiet --universal --python-version 3.11 --generate-hashes --custom-compile-command 'make lock' \
	$(UPGRADE) pyproject.toml
lock: setup-dev
	@$(BIN)/uv $(LOCK) --group build --output-file requirements.txt
	$(BIN)/uv $(LOCK) --group build --extra pi --constraint requirements.txt --output-file requirements-pi.txt
	$(BIN)/uv $(LOCK) --group build --group dev --constraint requirements.txt --output-file requirements-dev.txt

# Built from what is here now: nothing of an earlier build gets into it.
wheel: setup
	@rm -rf build/lib build/bdist.* dist
	$(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist .
	echo "To install it: sudo python3 $$(echo dist/thera-*.whl)/thera install"

clean:
	@rm -rf $(VENV) node_modules .coverage build dist thera.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# ---- setting up: a stamp for each lock, so that a second run does nothing ----

setup: $(VENV)/run.stamp
setup-dev: $(VENV)/dev.stamp node_modules/.stamp
setup-pi: $(VENV)/pi.stamp

$(VENV)/run.stamp: requirements.txt pyproject.toml | $(BIN)/python
	@echo 'Setting up Thera in $(VENV) ...'
	$(PIP) install --require-hashes --only-binary=:all: -r requirements.txt
	$(PIP) install --no-deps --no-build-isolation --editable .
	touch $@

$(VENV)/dev.stamp: requirements-dev.txt $(VENV)/run.stamp
	@echo 'Setting up the tests in $(VENV) ...'
	$(call install_debian,$(BUILD_PACKAGES))
	$(PIP) install --require-hashes $(BUILT_HERE) -r requirements-dev.txt
	touch $@

node_modules/.stamp: package-lock.json package.json
	@echo 'Setting up what checks the scripts of the page in node_modules ...'
	command -v npm >/dev/null || { $(call install_debian,$(SCRIPT_PACKAGES)); }
	npm ci --silent
	touch $@

$(VENV)/pi.stamp: requirements-pi.txt $(VENV)/run.stamp
	@echo 'Setting up the pins of the Pi in $(VENV) ...'
	$(call install_debian,$(BUILD_PACKAGES))
	$(PIP) install --require-hashes $(BUILT_HERE) -r requirements-pi.txt
	touch $@

$(BIN)/python:
	@python=
	for name in $${PYTHON:-python3 python3.13 python3.12 python3.11}; do
	  if "$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then python=$$name; break; fi
	done
	if [ -z "$$python" ]; then
	  echo 'Thera needs Python 3.11 or newer (Debian 12, Raspberry Pi OS of 2023 or later): sudo apt-get install python3' >&2
	  exit 1
	fi
	if ! "$$python" -c 'import ensurepip, venv' 2>/dev/null; then
	  $(call install_debian,python3-venv)
	fi
	"$$python" -m venv --clear $(VENV)

micropython: setup-dev
	@$(BIN)/python -m tests.firmware.get_micropython $(VENV)/micropython

test-packages:
	@$(call install_debian,$(TEST_PACKAGES))

# Installs the missing ones of these Debian packages where that asks no question; else says what to type.
define install_debian
  if ! command -v dpkg-query >/dev/null; then
    echo 'This is no Debian: please see to it that you have $(1)' >&2
  else
    missing=
    for name in $(1); do
      dpkg-query --show --showformat='$${Status}\n' "$$name" 2>/dev/null | grep -qx 'install ok installed' || missing+=" $$name"
    done
    if [ -n "$$missing" ]; then
      if [ "$$(id -u)" = 0 ]; then as_root=env; elif sudo -n true 2>/dev/null; then as_root='sudo -n env'; else
        echo "Thera needs more of Debian here, please type: sudo apt-get install$$missing" >&2
        exit 1
      fi
      echo "Installing$$missing ..."
      apt="$$as_root DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300"
      $$apt update </dev/null
      $$apt install --yes --no-install-recommends $$missing </dev/null >/dev/null
    fi
  fi
endef
