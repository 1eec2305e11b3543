# Thera. `make run` starts the table, `make test` runs every test; both first set up all that they need.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.DEFAULT_GOAL := help

VENV := .venv
BIN := $(VENV)/bin
# What makes the site of the documents, apart from all else: neither the table nor a test needs it.
SITE_VENV := build/site-venv
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

.PHONY: help run test browser-test parts-test journeys demo demo-test test-scripts coverage matrix rulings power-test house-figures benchmarks chip reading reading-plots drawings printed-parts kicad circuit-boards board-pictures manual pictures site icons lights fuzz load first-view board-motion idle disturbance work magnet-beside costs stations club-scale far-lights opponent-fit opponent-ladder opponent-powers full-table long-life http-fuzz fault-test kill-test usb-test network-test system-test arm64-test lint lock wheel bundle card-base card-image card-image-test clean setup setup-dev setup-pi micropython doctor newcomer-test match-test

help:
	@echo 'make run      start the table; options: make run ARGS="--port 9000" (see thera play --help)'
	echo 'make test     run the tests; some of them: make test TESTS=tests/engine'
	echo 'make browser-test  the tests of the page in a real browser'
	echo 'make parts-test    the tests with an emulated chip, KiCad, installed wheels, a whole pilot: minutes'
	echo 'make journeys whole games at the virtual board in a real browser, each as a family plays it'
	echo 'make demo     the table in a browser, where nothing is installed: a folder of files in build/demo for any web server'
	echo 'make demo-test  play a game in it, and measure its size and how soon it can be played'
	echo 'make test-scripts   the tests of the scripts alone, a few seconds'
	echo 'make coverage which lines the tests run, of Python and of the scripts; of some tests: make coverage TESTS=tests/engine'
	echo 'make lint     ruff and mypy over all Python, eslint, prettier and tsc over the scripts of the page'
	echo 'make matrix   the slow whole-matrix tests'
	echo 'make power-test POWER=pan  what a power needs, and the tests about it, in a minute or two'
	echo 'make rulings  write the lines of docs/rulings that the code determines: facts of cards, defaults'
	echo 'make house-figures  modules, their lengths, import floors and repeated names; options: make house-figures ARGS=--names'
	echo 'make benchmarks   what the rules cost on this machine; options: make benchmarks ARGS="--games 3000"'
	echo 'make chip     what the firmware takes on the chip of a Pico, which is emulated'
	echo 'make reading  how well single readings are decoded, beside thresholds; options: make reading ARGS="--cases 200"'
	echo 'make reading-plots  write the plots and tables of docs/reading.md again, from benchmarks/reading_figures.json'
	echo 'make micropython   get MicroPython for this computer: the firmware runs in the tests and in thera simulate by it'
	echo 'make manual   write the manual page thera(1) again, from the help of the commands'
	echo 'make printed-parts  frame, feet, spacers, holders and workers'\'' feet of a board for a 3D printer: make printed-parts ARGS="--board-file my-board.toml"'
	echo 'make drawings write the drawings of the build guide again, from the data that the program goes by'
	echo 'make circuit-boards  the files of the circuit boards, checked by their rules, in build/circuit_boards, as root; options:'
	echo '                   make circuit-boards ARGS="--board-file my-board.toml"'
	echo 'make kicad    get KiCad in a Debian of its own, in build/circuit_boards, as root: part of make circuit-boards; tests use it'
	echo 'make board-pictures  the same for the usual board, and its pictures in the documents'
	echo 'make pictures write the pictures of the README and of docs/play.md again, from those that the journeys take'
	echo 'make site     make the documents a site, in build/site: to be read and searched without a network, too'
	echo 'make load     ten phones at a board that never rests, for two minutes; options: make load ARGS="--seconds 30"'
	echo 'make first-view  how long a slow phone takes until the table can be used'
	echo 'make board-motion  how many frames a second a slow phone shows while pieces move'
	echo 'make disturbance whether lights and answers are slower while the table thinks, and its memory'
	echo 'make idle     what a table takes that nobody plays at: until it is ready, of the processor, and of memory'
	echo 'make work     what a frame takes to read, and how late a computer ten times slower reads it'
	echo 'make magnet-beside  moves, hands and falls by chance while a magnet comes to lie beside the board: how many are read'
	echo 'make costs    what a request of each kind costs a table with 3,000 games, and whom it keeps waiting'
	echo 'make stations  how many files one command and one frame run through; options: make stations ARGS=--files'
	echo 'make club-scale  a club with a real Mosquitto: bytes of a turn, memory a table, how late the page is; some minutes'
	echo 'make far-lights  how soon lights show a turn that was confirmed at another table, over a real Mosquitto; some minutes'
	echo 'make opponent-fit  fit the weights of the opponent on games against itself; options: make opponent-fit ARGS="--powers pan"'
	echo 'make opponent-ladder  a tournament of the levels, as Elo points; options: make opponent-ladder ARGS="--games 20"'
	echo 'make opponent-powers  the opponent with each power against one who looks two turns ahead'
	echo 'make full-table  what a table takes at most: 80 pages, 3,000 kept games, many that ask at once'
	echo 'make long-life  ten thousand games at one table: memory, descriptors, journal; options: make long-life ARGS="--games 500"'
	echo 'make icons    draw the icons of the home screen again'
	echo 'make lights   how long lights take over the wire'
	echo 'make fuzz     a million broken frames through both ends of the wire; options: make fuzz ARGS="--seed 5"'
	echo 'make http-fuzz  requests of all kinds, meant well or ill; options: make http-fuzz ARGS="--seed 5"'
	echo 'make fault-test   fifty games over a cable with a thousand troubles, about ten minutes'
	echo 'make kill-test   a hundred games on a table that is killed a thousand times, an hour or so'
	echo 'make match-test  two hundred games between tables over a link with thousands of faults, half of them whole tables; some minutes'
	echo 'make usb-test  a game at a board on real USB whose plug is pulled out, in an emulated computer, some minutes'
	echo 'make network-test  a table without a network opens its own for a phone, on simulated radios in an emulated computer'
	echo 'make wheel    what a release is: everything in one file in dist/, to be installed with: thera install'
	echo 'make doctor   what this computer can run of all this, what it lacks, and which tests it would skip'
	echo 'make newcomer-test   what somebody types first on a bare Debian 12 and 13, and what comes, as root'
	echo 'make bundle   the same with all that it needs, in one file to install from where there is no internet'
	echo 'make card-image  a memory card for a Raspberry Pi as one file, as root; on another system: make card-image BASE=IMAGE'
	echo 'make card-image-test  boot it in an emulator, play the first step in a browser, cut the power; some minutes'
	echo 'make system-test   install, play, kill, reboot, upgrade and remove it in a small Debian with its own systemd, as root'
	echo 'make arm64-test    install it in a small Debian for the processor of a Pi, emulated, as root; ten minutes'
	echo 'make lock     resolve requirements*.txt again from pyproject.toml; newer versions: make lock UPGRADE=--upgrade'
	echo 'make setup-pi  on a Raspberry Pi: what thera board serve needs for its pins'
	echo 'make clean    remove the environment and everything that was built'

run: setup
	@exec $(BIN)/thera play $(ARGS)

# Without TESTS it leaves out what has a target of its own: browser-test, parts-test, journeys, and what takes longer still.
test: packages-test setup-dev micropython
	@$(BIN)/pytest -n $(JOBS) --dist worksteal $(or $(TESTS),tests --ignore tests/journeys -m '$(QUICK)')
	if [ -z '$(TESTS)' ]; then node --test $(SCRIPT_TESTS); fi

browser-test: packages-test setup-dev
	@$(BIN)/pytest -n $(JOBS) --dist worksteal tests/web_ui -m '$(USUAL) and browser'

parts-test: packages-test setup-dev micropython
	@$(BIN)/pytest -n $(JOBS) --dist worksteal tests --ignore tests/web_ui --ignore tests/journeys -m '$(USUAL) and parts'

journeys: packages-test setup-dev micropython
	@$(BIN)/pytest -n $(JOBS) --dist worksteal tests/journeys

test-scripts: node_modules/.stamp
	@node --test $(SCRIPT_TESTS)

# The table in a browser, as a folder of files for any web server; and games in it, which take a minute.
demo: setup-dev
	@$(BIN)/python -m demo

demo-test: packages-test demo
	@$(BIN)/pytest -n 0 -s -m demo tests/demo

# Of Python without the whole games in a browser, and of the scripts by their own tests: those in a browser count there.
coverage: packages-test setup-dev micropython
	@$(BIN)/coverage erase
	$(BIN)/pytest -n $(JOBS) --dist worksteal --cov --cov-report= $(or $(TESTS),tests --ignore=tests/journeys)
	$(BIN)/coverage report --skip-covered --skip-empty --sort=cover
	node --test --experimental-test-coverage $(SCRIPT_TESTS)

matrix: setup-dev micropython
	@$(BIN)/pytest -n $(JOBS) --dist worksteal --timeout 600 -m slow $(TESTS)

rulings: setup-dev
	@$(BIN)/python -m tests.engine.rulings_pages
	@$(BIN)/python -m tests.engine.book_pages

power-test: setup-dev
	@$(BIN)/python -m tests.engine.power_check $(POWER)

house-figures: setup-dev
	@$(BIN)/python -m benchmarks.house_figures $(ARGS)

benchmarks: setup-dev
	@$(BIN)/python -m benchmarks.rules_speed $(ARGS)

chip: setup-dev micropython
	@$(BIN)/python -m benchmarks.emulated_chip

reading: setup-dev
	@$(BIN)/python -m benchmarks.reading_accuracy $(ARGS)

reading-plots: setup-dev
	@$(BIN)/python -m benchmarks.reading_plots

manual: setup
	@$(BIN)/python -m thera.commands.manual_page

drawings: setup $(VENV)/printed-parts.stamp
	@$(BIN)/python -m drawings

printed-parts: setup $(VENV)/printed-parts.stamp
	@$(BIN)/python -m printed_parts $(ARGS)

# The Debian that KiCad is in is kept in build/circuit_boards.
kicad: packages-boards setup
	@$(BIN)/python -m circuit_boards.kicad_root

circuit-boards: packages-boards setup
	@$(BIN)/python -m circuit_boards $(ARGS)

board-pictures: packages-boards setup-dev
	@$(BIN)/python -m circuit_boards
	$(BIN)/python -m circuit_boards.pictures

pictures: packages-test setup-dev
	@$(BIN)/pytest -n $(JOBS) tests/journeys
	$(BIN)/python -m tests.journeys.pictures
	$(BIN)/python -m tests.journeys.film
	$(BIN)/python -m tests.journeys.strips

# Built from nothing each time; a link that leads nowhere is an error.
site: packages-run $(SITE_VENV)/site.stamp
	@rm -rf build/site
	$(SITE_VENV)/bin/python -m sphinx --quiet --fail-on-warning --keep-going --fresh-env -c website -d build/site-cache . build/site
	echo "The site is made: open $(CURDIR)/build/site/index.html"

icons: setup-dev
	$(BIN)/python -m tests.web_ui.home_icons

lights: setup-dev
	@$(BIN)/python -m benchmarks.lights_latency $(ARGS)

fuzz: setup-dev
	@$(BIN)/python -m tests.firmware_bridge.fuzz $(ARGS)

load: setup-dev
	@$(BIN)/python -m benchmarks.phones_load $(ARGS)

first-view: packages-test setup-dev
	@$(BIN)/python -m benchmarks.first_view $(ARGS)

board-motion: packages-test setup-dev
	@$(BIN)/python -m benchmarks.board_motion $(ARGS)

disturbance: setup-dev
	@$(BIN)/python -m benchmarks.disturbance $(ARGS)

idle: setup
	@$(BIN)/python -m benchmarks.idle_table $(ARGS)

work: setup-dev
	@$(BIN)/python -m benchmarks.work_per_frame $(ARGS)

magnet-beside: setup-dev
	@$(BIN)/python -m benchmarks.magnet_beside_scenes $(ARGS)

costs: setup-dev
	@$(BIN)/python -m benchmarks.request_costs $(ARGS)

stations: setup-dev
	@$(BIN)/python -m benchmarks.stations $(ARGS)

club-scale: packages-test setup-dev
	@$(BIN)/python -m benchmarks.club_scale $(ARGS)

far-lights: packages-test setup-dev
	@$(BIN)/python -m benchmarks.far_lights $(ARGS)

opponent-fit: setup-dev
	@$(BIN)/python -m benchmarks.opponent_fit $(ARGS)

opponent-ladder: setup-dev
	@$(BIN)/python -m benchmarks.opponent_ladder $(ARGS)

opponent-powers: setup-dev
	@$(BIN)/python -m benchmarks.opponent_powers $(ARGS)

full-table: setup-dev
	@$(BIN)/python -m tests.web_ui.full_table $(ARGS)

long-life: setup-dev
	@$(BIN)/python -m tests.table.runtime.long_life $(ARGS)

http-fuzz: setup-dev
	@$(BIN)/python -m tests.web_ui.http_fuzz $(ARGS)

fault-test: setup-dev
	@$(BIN)/pytest -s -m faults tests/firmware_bridge/test_link_faults.py

match-test: setup-dev
	@$(BIN)/pytest -s -m slow tests/apart tests/thera/matches

kill-test: setup-dev
	@$(BIN)/python -m tests.table.storage.many_kills $(ARGS)

usb-test: packages-usb setup
	@$(BIN)/python -m tests.usb.run

network-test: packages-usb wheel
	@$(BIN)/python -m tests.network.run

system-test: packages-system bundle
	@$(BIN)/python -m tests.system.run $(ARGS)

arm64-test: packages-arm64 wheel
	@$(BIN)/python -m tests.system.arm64 $(ARGS)

newcomer-test: packages-system wheel
	@$(BIN)/python -m tests.newcomer.run $(ARGS)

doctor:
	@setup/doctor.sh

lint: setup-dev
	@$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --config-file tests/firmware/mypy.ini
	npx --no-install eslint .
	npx --no-install prettier --check --log-level=warn web_ui/static/js tests/web_ui/scripts demo eslint.config.js
	npx --no-install tsc
	npx --no-install tsc --project demo

# The locks hold the hashes of every file of a release, so that one lock serves each machine and Python from 3.11 on.
LOCK := pip compile --quiet --universal --python-version 3.11 --generate-hashes --custom-compile-command 'make lock' \
	--no-strip-extras $(UPGRADE)
lock: setup-dev
	@$(BIN)/uv $(LOCK) pyproject.toml --group build --output-file requirements.txt
	$(BIN)/uv $(LOCK) pyproject.toml --group build --extra pi --constraint requirements.txt --output-file requirements-pi.txt
	$(BIN)/uv $(LOCK) pyproject.toml --group build --group dev --constraint requirements.txt --output-file requirements-dev.txt
	$(BIN)/uv $(LOCK) --group printed-parts --constraint requirements-dev.txt --output-file requirements-printed-parts.txt
	$(BIN)/uv $(LOCK) --group docs --output-file requirements-docs.txt

# Built from what is here now: nothing of an earlier build gets into it.
wheel: setup
	@rm -rf build/lib build/bdist.* dist/thera-*.whl
	setup/quietly.sh 'Building the wheel' $(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist .
	echo "To install it: sudo python3 $$(echo dist/thera-*.whl)/thera install"

bundle: wheel
	@$(BIN)/python -m release.offline_bundle

# What takes long, the Debian of the card, is kept in build/card-image.
card-image: card-base packages-card wheel
	@$(BIN)/python -m release.card_image $(if $(BASE),--base "$$BASE")

# First of all, as the rest installs packages and builds the wheel.
card-base:
	@if [ -n "$${BASE:-}" ] && [ ! -f "$$BASE" ]; then
	  echo "No image is made: there is no file $$BASE; the base is an image, .img or .img.xz" >&2
	  exit 2
	fi

card-image-test: packages-card packages-test setup-dev
	@$(BIN)/python -m tests.card_image.run

clean:
	@rm -rf $(VENV) node_modules .coverage build dist thera.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# ---- setting up: a stamp for each lock, so that a second run does nothing ----

setup: packages-run $(VENV)/run.stamp
setup-dev: packages-dev $(VENV)/dev.stamp node_modules/.stamp
setup-pi: packages-pi $(VENV)/pi.stamp

$(VENV)/run.stamp: requirements.txt pyproject.toml | $(BIN)/python
	@setup/quietly.sh 'Getting what Thera is made with' \
	  $(PIP) install --require-hashes --only-binary=:all: -r requirements.txt
	setup/quietly.sh 'Setting up Thera in $(VENV)' $(PIP) install --no-deps --no-build-isolation --editable .
	touch $@

$(VENV)/dev.stamp: requirements-dev.txt $(VENV)/run.stamp
	@setup/quietly.sh 'Setting up the tests in $(VENV)' \
	  $(PIP) install --require-hashes $(BUILT_HERE) -r requirements-dev.txt
	touch $@

node_modules/.stamp: package-lock.json package.json
	@setup/quietly.sh 'Setting up what checks the scripts of the page in node_modules' npm ci --loglevel=error
	touch $@

# From Python 3.13 on, lgpio comes with the system (setup/debian_packages.sh), so the environment has to see its packages.
$(VENV)/pi.stamp: requirements-pi.txt $(VENV)/run.stamp
	@if $(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 13))'; then
	  sed -i 's/^include-system-site-packages = .*/include-system-site-packages = true/' $(VENV)/pyvenv.cfg
	fi
	setup/quietly.sh 'Setting up the pins of the Pi in $(VENV)' \
	  $(PIP) install --require-hashes $(BUILT_HERE) -r requirements-pi.txt
	touch $@

$(VENV)/printed-parts.stamp: requirements-printed-parts.txt $(VENV)/run.stamp
	@setup/quietly.sh 'Getting what makes solids in $(VENV)' \
	  $(PIP) install --require-hashes --only-binary=:all: -r requirements-printed-parts.txt
	touch $@

$(SITE_VENV)/site.stamp: requirements-docs.txt | $(BIN)/python
	@$(BIN)/python -m venv --clear $(SITE_VENV)
	setup/quietly.sh 'Setting up what makes the site in $(SITE_VENV)' $(SITE_VENV)/bin/python -m pip \
	  --disable-pip-version-check install --require-hashes --only-binary=:all: -r $<
	touch $@

$(BIN)/python:
	@if ! python=$$(setup/suitable_python.sh --complete); then
	  echo 'Thera needs Python 3.11 or newer, with venv: Debian 12 or Raspberry Pi OS of 2023 and later have it.' >&2
	  exit 1
	fi
	"$$python" -m venv --clear $(VENV)

micropython: setup-dev
	@$(BIN)/python -m tests.firmware.get_micropython $(VENV)/micropython

# What Debian has to give comes first and at once, so that nothing stops halfway to ask for it.
.NOTPARALLEL:
packages-%:
	@setup/debian_packages.sh $*
