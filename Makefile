# Thera. `make run` starts the table, `make test` runs the tests; both first set up all that they need. `make` alone lists
# the targets, from the lines with ## here.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.DEFAULT_GOAL := help

VENV := .venv
BIN := $(VENV)/bin
# What makes the site of the documents, apart from all else: neither the table nor a test needs it.
SITE_VENV := build/site-venv
FOR_KICAD := build/circuit_boards/packages
PIP := $(BIN)/python -m pip --disable-pip-version-check
SCRIPT_TESTS := tests/web_ui/scripts/*.test.js
# Packages that come as sources are built with the locked setuptools that is there already, and not with one that pip
# fetches for it unseen.
BUILT_HERE := --use-pep517 --no-build-isolation

# Without its cache of compiled modules each of the tests' workers, and each program that a test starts, compiles all anew.
unexport PYTHONDONTWRITEBYTECODE

ARGS ?=
TESTS ?=
# Tests wait for browsers and boards as long as they compute, so there is one more of them at a time than cores.
JOBS ?= $(shell echo $$(($$(nproc) + 1)))
USUAL := not slow and not faults and not demo
QUICK := $(USUAL) and not browser and not parts
UPGRADE ?=
POWER ?=
BASE ?=

# Tests and games run side by side, on a core each; numpy with threads of its own for each makes them slow.
export OPENBLAS_NUM_THREADS := 1

.PHONY: help run test browser-test parts-test journeys demo demo-test test-scripts coverage matrix rulings power-test benchmarks chip reading ablation reading-plots drawings printed-parts kicad circuit-boards board-pictures pictures site lights fuzz load first-view board-motion idle disturbance work magnet-beside life-scenes costs opponent-ladder opponent-adapts opponent-powers full-table long-life http-fuzz fault-test kill-test usb-test network-test system-test arm64-test lint lock wheel built-wheel bundle release card-base card-image card-image-test clean setup setup-dev setup-pi setup-scripts setup-printed-parts setup-circuit-boards setup-site micropython doctor newcomer-test match-test

help:
	@awk '/^##@ / { printf "\n%s\n", substr($$0, 5) } \
	  match($$0, /^[a-z0-9-]+:.* ## /) { split($$0, target, ":"); printf "  make %-15s %s\n", target[1], substr($$0, RLENGTH + 1) }' \
	  $(firstword $(MAKEFILE_LIST))

##@ Play

# The folder may have a name that the character set of this computer does not have; the terminal keeps it.
run: setup ## start the table; options: make run ARGS="--port 9000" (see thera play --help)
	@charset=$$(locale charmap 2>/dev/null || true)
	case $$charset in ANSI_X3.4-1968) charset= ;; esac
	export PYTHONUTF8=1 PYTHONIOENCODING=$$charset
	exec $(BIN)/thera play $(ARGS)

# The table in a browser, as a folder of files for any web server; and games in it, which take a minute.
demo: setup-dev ## the table in a browser, where nothing is installed: files in build/demo for any web server
	@$(BIN)/python -m tools.demo

doctor: ## what this computer can run of all this, what it lacks, and which tests it would skip
	@tools/setup/doctor.sh

##@ Change the code

# Without TESTS it leaves out what has a target of its own: browser-test, parts-test, journeys, and what takes longer still.
test: packages-test setup-dev micropython ## the tests; some of them: make test TESTS=tests/engine
	@$(BIN)/pytest -n $(JOBS) --dist worksteal $(or $(TESTS),tests --ignore tests/journeys -m '$(QUICK)')
	if [ -z '$(TESTS)' ]; then node --test $(SCRIPT_TESTS); fi

test-scripts: setup-scripts ## the tests of the page's scripts alone, a few seconds
	@node --test $(SCRIPT_TESTS)

lint: setup-dev ## ruff and mypy over all Python; eslint, prettier and tsc over the scripts of the page
	@$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --config-file tests/firmware/mypy.ini
	npx --no-install eslint .
	npx --no-install prettier --check --log-level=warn web_ui/static/js tests/web_ui/scripts tools/demo eslint.config.js
	npx --no-install tsc
	npx --no-install tsc --project tools/demo

power-test: setup-dev ## what a power needs, and the tests about it: make power-test POWER=pan
	@$(BIN)/python -m tests.engine.power_check $(POWER)

# Of Python without the whole games in a browser, and of the scripts by their own tests: those in a browser count there.
coverage: packages-test setup-dev micropython ## which lines the tests run; of some tests: make coverage TESTS=tests/engine
	@$(BIN)/coverage erase
	$(BIN)/pytest -n $(JOBS) --dist worksteal --cov --cov-report= $(or $(TESTS),tests --ignore=tests/journeys)
	$(BIN)/coverage report --skip-covered --skip-empty --sort=cover
	node --test --experimental-test-coverage $(SCRIPT_TESTS)

clean: ## remove the environment and everything that was built
	@rm -rf $(VENV) node_modules .coverage build dist thera.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

##@ Test what takes longer

browser-test: packages-test setup-dev ## the page in a real browser
	@$(BIN)/pytest -n $(JOBS) --dist worksteal tests/web_ui -m '$(USUAL) and browser'

parts-test: packages-test setup-dev micropython ## an emulated chip, KiCad, installed wheels, web servers, a whole pilot
	@$(BIN)/pytest -n $(JOBS) --dist worksteal tests --ignore tests/web_ui --ignore tests/journeys -m '$(USUAL) and parts'

journeys: packages-test setup-dev micropython ## whole games at the virtual board in a real browser, each as a family plays it
	@$(BIN)/pytest -n $(JOBS) --dist worksteal tests/journeys

demo-test: packages-test demo ## a game in the browser trial, its size and how soon it can be played
	@$(BIN)/pytest -n 0 -s -m demo tests/tools/demo

matrix: setup-dev micropython ## ten games of each pair of powers, all bytes of a journal, upgrades of an installation
	@$(BIN)/pytest -n $(JOBS) --dist worksteal --timeout 600 -m slow $(TESTS)

kill-test: setup-dev ## a hundred games at a table that is killed a thousand times; an hour
	@$(BIN)/python -m tests.table.storage.many_kills $(ARGS)

fault-test: setup-dev ## fifty games over a cable with a thousand troubles; ten minutes
	@$(BIN)/pytest -s -m faults tests/firmware_bridge/test_link_faults.py

match-test: setup-dev ## two hundred games between tables over a link with thousands of faults
	@$(BIN)/pytest -s -m slow tests/online/match

fuzz: setup-dev ## a million broken frames through both ends of the wire; options: make fuzz ARGS="--seed 5"
	@$(BIN)/python -m tests.firmware_bridge.fuzz $(ARGS)

http-fuzz: setup-dev ## requests of all kinds, meant well or ill; options: make http-fuzz ARGS="--seed 5"
	@$(BIN)/python -m tests.web_ui.http_fuzz $(ARGS)

system-test: packages-system bundle ## install, play, kill, reboot, upgrade and remove it under a systemd of its own, as root
	@$(BIN)/python -m tests.system.run $(ARGS)

arm64-test: packages-arm64 wheel ## install it in a Debian for a Pi's processor, emulated, as root; ten minutes
	@$(BIN)/python -m tests.system.arm64 $(ARGS)

newcomer-test: packages-system wheel ## what a newcomer types first on a bare Debian 12 and 13, and what comes, as root
	@$(BIN)/python -m tests.newcomer.run $(ARGS)

usb-test: packages-usb setup ## a game at a board on real USB whose plug is pulled out, in an emulated computer
	@$(BIN)/python -m tests.usb.run

network-test: packages-usb wheel ## a table without a network opens its own for a phone, in an emulated computer
	@$(BIN)/python -m tests.network.run

card-image-test: packages-card packages-test setup-dev ## boot the card in an emulator, play the first step in a browser, cut the power
	@$(BIN)/python -m tests.card_image.run

##@ Write files of the project again

rulings: setup-dev ## the lines of docs/rulings that the code determines: facts of cards, defaults
	@$(BIN)/python -m tests.engine.rulings_pages
	@$(BIN)/python -m tests.engine.book_pages

pictures: packages-test setup-dev micropython ## the pictures of the README and of the guides, from those that the journeys take
	@$(BIN)/pytest -n $(JOBS) tests/journeys
	$(BIN)/python -m tests.journeys.pictures
	$(BIN)/python -m tests.journeys.film
	$(BIN)/python -m tests.journeys.film_by_weight
	$(BIN)/python -m tests.journeys.strips

drawings: setup setup-printed-parts ## the drawings of the build guide, from the data that the program goes by
	@$(BIN)/python -m hardware.making.drawings

board-pictures: packages-boards setup-dev setup-circuit-boards ## the pictures of the circuit boards, as root
	@$(BIN)/python -m hardware.making.circuit_boards
	$(BIN)/python -m hardware.making.circuit_boards.pictures
	$(BIN)/python -m tests.hardware.making.circuit_boards.parts_page

reading-plots: setup-dev ## the plots and tables of docs/reading.md, from tools/benchmarks/reading_figures.json
	@$(BIN)/python -m tools.benchmarks.reading_plots

# The locks hold the hashes of every file of a release, so that one lock serves each machine and Python from 3.11 on.
LOCK := pip compile --quiet --universal --python-version 3.11 --generate-hashes --custom-compile-command 'make lock' \
	--no-strip-extras $(UPGRADE)
lock: setup-dev ## requirements*.txt from pyproject.toml; newer versions: make lock UPGRADE=--upgrade
	@$(BIN)/uv $(LOCK) pyproject.toml --group build --output-file requirements.txt
	$(BIN)/uv $(LOCK) pyproject.toml --group build --extra pi --constraint requirements.txt --output-file requirements-pi.txt
	$(BIN)/uv $(LOCK) pyproject.toml --group build --group dev --constraint requirements.txt --output-file requirements-dev.txt
	$(BIN)/uv $(LOCK) --group printed-parts --constraint requirements-dev.txt --output-file requirements-printed-parts.txt
	$(BIN)/uv $(LOCK) --group circuit-boards --no-deps --output-file requirements-circuit-boards.txt
	$(BIN)/uv $(LOCK) --group docs --output-file requirements-docs.txt

##@ Make what others use

# Built from nothing each time; a link that leads nowhere is an error.
site: setup-site ## the documents as a site in build/site, to be read and searched without a network too
	@rm -rf build/site
	$(SITE_VENV)/bin/python -m sphinx --quiet --fail-on-warning --keep-going --fresh-env -c tools/website -d build/site-cache . build/site
	echo "The site is made: open $(CURDIR)/build/site/index.html"

# Built from what is here now: nothing of an earlier build gets into it.
wheel: setup ## everything in one file in dist/, to be installed with: thera install
	@$(LOCKED) built-wheel
	echo "To install it: sudo python3 $$(echo dist/thera-*.whl)/thera install"

built-wheel:
	@rm -rf build/lib build/bdist.* dist/thera-*.whl
	tools/setup/quietly.sh 'Building the wheel' $(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist .

bundle: wheel ## the same with all that it needs, in one file, for a computer without internet
	@$(BIN)/python -m tools.release.offline_bundle

# Without KiCad and without MicroPython it leaves out what needs them, and says so.
release: bundle site setup-printed-parts setup-circuit-boards ## all that somebody downloads, in build/release: make release ARGS="--micropython FOLDER"
	@$(BIN)/python -m tools.release.release_folder $(ARGS)

# What takes long, the Debian of the card, is kept in build/card-image.
card-image: card-base packages-card wheel ## a memory card for a Raspberry Pi, as root; on another system: make card-image BASE=IMAGE
	@$(BIN)/python -m tools.release.card_image $(if $(BASE),--base "$$BASE")

# First of all, as the rest installs packages and builds the wheel.
card-base:
	@if [ -n "$${BASE:-}" ] && [ ! -f "$$BASE" ]; then
	  echo "No image is made: there is no file $$BASE; the base is an image, .img or .img.xz" >&2
	  exit 2
	fi

printed-parts: setup setup-printed-parts ## frame, feet, spacers and holders for a 3D printer: make printed-parts ARGS="--board-file my-board.toml"
	@$(BIN)/python -m hardware.making.printed_parts $(ARGS)

circuit-boards: packages-boards setup setup-circuit-boards ## the files of the circuit boards, checked by KiCad, as root; options as for printed-parts
	@$(BIN)/python -m hardware.making.circuit_boards $(ARGS)

# The Debian that KiCad is in is kept in build/circuit_boards.
kicad: packages-boards setup setup-circuit-boards ## KiCad in a Debian of its own, as root: part of make circuit-boards, and the tests use it
	@$(BIN)/python -m hardware.making.circuit_boards.kicad_root

##@ Measure (each takes ARGS)

benchmarks: PROGRAM := rules_speed ## what the rules cost on this machine; options: make benchmarks ARGS="--games 3000"
chip: PROGRAM := emulated_chip ## what the firmware takes on the chip of a Pico, which is emulated
reading: PROGRAM := reading_accuracy ## how well single readings are decoded, beside thresholds
ablation: PROGRAM := reading_ablation ## what each mechanism of the reading is worth, in games; options: make ablation ARGS="--table"
work: PROGRAM := work_per_frame ## what a frame takes to read, and how late a computer ten times slower reads it
magnet-beside: PROGRAM := magnet_beside_scenes ## moves, hands and falls while a magnet comes to lie beside the board: how many are read
life-scenes: PROGRAM := life_scenes ## what happens at a family's table: falls, a phone on the rim, workers that snap together; how the table takes it
lights: PROGRAM := lights_latency ## how long lights take over the wire
load: PROGRAM := phones_load ## ten phones at a board that never rests, for two minutes
first-view: PROGRAM := first_view ## how long a slow phone takes until the table can be used
board-motion: PROGRAM := board_motion ## how many frames a second a slow phone shows while pieces move
disturbance: PROGRAM := disturbance ## whether lights and answers are slower while the table thinks, and its memory
idle: PROGRAM := idle_table ## what a table takes that nobody plays at: until it is ready, of the processor, and of memory
costs: PROGRAM := request_costs ## what a request of each kind costs a table with 3,000 games, and whom it keeps waiting
opponent-ladder: PROGRAM := opponent_ladder ## a tournament of the levels, as Elo points
opponent-adapts: PROGRAM := opponent_adapts ## where a seat of the table that adapts settles, against four players
opponent-powers: PROGRAM := opponent_powers ## the opponent with each power against one who looks two turns ahead
first-view board-motion: packages-test
chip: micropython
benchmarks chip reading ablation work magnet-beside life-scenes lights load first-view board-motion disturbance idle costs opponent-ladder opponent-adapts opponent-powers: setup-dev
	@$(BIN)/python -m tools.benchmarks.$(PROGRAM) $(ARGS)

full-table: setup-dev ## what a table takes at most: 80 pages, 3,000 kept games, many that ask at once
	@$(BIN)/python -m tests.web_ui.full_table $(ARGS)

long-life: setup-dev ## ten thousand games at one table: memory, descriptors, journal
	@$(BIN)/python -m tests.table.runtime.long_life $(ARGS)

##@ Set up

# Setting up: a stamp for each lock, so that a second run does nothing ----

# What is needed is made behind a lock, by a make of its own that looks there what is made already.
LOCKED := tools/setup/one_at_a_time.sh $(VENV) $(MAKE) --silent --no-print-directory
setup: packages-run
	@$(LOCKED) $(VENV)/run.stamp
setup-dev: packages-dev
	@$(LOCKED) $(VENV)/dev.stamp node_modules/.stamp
setup-scripts:
	@$(LOCKED) node_modules/.stamp
setup-pi: packages-pi ## on a Raspberry Pi: what thera board serve needs for its pins
	@$(LOCKED) $(VENV)/pi.stamp
setup-printed-parts: packages-run
	@$(LOCKED) $(VENV)/printed-parts.stamp
setup-circuit-boards: packages-run
	@$(LOCKED) $(FOR_KICAD)/.stamp
setup-site: packages-run
	@$(LOCKED) $(SITE_VENV)/site.stamp
micropython: packages-dev ## MicroPython for this computer, which runs the firmware in the tests and in thera simulate
	@$(LOCKED) $(VENV)/micropython.stamp node_modules/.stamp

# A stamp is there when all before it is whole: until then it has another name, by which the next make knows that
# something was left unfinished.
BEGUN := $(VENV)/unfinished

$(VENV)/made.stamp:
	@if ! python=$$(tools/setup/suitable_python.sh --complete); then
	  echo 'Thera needs Python 3.11 or newer, with venv: Debian 12 or Raspberry Pi OS of 2023 and later have it.' >&2
	  exit 1
	fi
	"$$python" -m venv --clear $(VENV)
	touch $@

$(VENV)/run.stamp: requirements.txt pyproject.toml $(VENV)/made.stamp
	@touch $(BEGUN)
	tools/setup/quietly.sh 'Getting what Thera is made with' \
	  $(PIP) install --require-hashes --only-binary=:all: -r requirements.txt
	tools/setup/quietly.sh 'Setting up Thera in $(VENV)' $(PIP) install --no-deps --no-build-isolation --editable .
	mv $(BEGUN) $@

$(VENV)/dev.stamp: requirements-dev.txt $(VENV)/run.stamp
	@touch $(BEGUN)
	tools/setup/quietly.sh 'Setting up the tests in $(VENV)' \
	  $(PIP) install --require-hashes $(BUILT_HERE) -r requirements-dev.txt
	mv $(BEGUN) $@

node_modules/.stamp: package-lock.json package.json
	@tools/setup/quietly.sh 'Setting up what checks the scripts of the page in node_modules' npm ci --loglevel=error
	touch $@

# From Python 3.13 on, lgpio comes with the system (tools/setup/debian_packages.sh), so the environment has to see its packages.
$(VENV)/pi.stamp: requirements-pi.txt $(VENV)/run.stamp
	@touch $(BEGUN)
	if $(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 13))'; then
	  sed -i 's/^include-system-site-packages = .*/include-system-site-packages = true/' $(VENV)/pyvenv.cfg
	fi
	tools/setup/quietly.sh 'Setting up the pins of the Pi in $(VENV)' \
	  $(PIP) install --require-hashes $(BUILT_HERE) -r requirements-pi.txt
	mv $(BEGUN) $@

$(VENV)/printed-parts.stamp: requirements-printed-parts.txt $(VENV)/run.stamp
	@touch $(BEGUN)
	tools/setup/quietly.sh 'Getting what makes solids in $(VENV)' \
	  $(PIP) install --require-hashes --only-binary=:all: -r requirements-printed-parts.txt
	mv $(BEGUN) $@

# It runs in KiCad's Debian, which has the packages that it needs.
$(FOR_KICAD)/.stamp: requirements-circuit-boards.txt | $(VENV)/made.stamp
	@rm -rf $(FOR_KICAD)
	tools/setup/quietly.sh 'Getting what makes the pages of circuit boards in $(FOR_KICAD)' \
	  $(PIP) install --require-hashes --only-binary=:all: --no-deps --target $(FOR_KICAD) -r $<
	touch $@

$(VENV)/micropython.stamp: tests/firmware/get_micropython.py $(VENV)/made.stamp | $(VENV)/dev.stamp
	@touch $(BEGUN)
	$(BIN)/python -m tests.firmware.get_micropython $(VENV)/micropython
	mv $(BEGUN) $@

$(SITE_VENV)/site.stamp: requirements-docs.txt | $(VENV)/made.stamp
	@$(BIN)/python -m venv --clear $(SITE_VENV)
	tools/setup/quietly.sh 'Setting up what makes the site in $(SITE_VENV)' $(SITE_VENV)/bin/python -m pip \
	  --disable-pip-version-check install --require-hashes --only-binary=:all: -r $<
	touch $@

# What Debian has to give comes first and at once, so that nothing stops halfway to ask for it.
.NOTPARALLEL:
packages-%:
	@tools/setup/debian_packages.sh $*
