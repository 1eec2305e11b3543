#!/bin/bash
# Says what this computer can run of the project, what each task lacks, and which tests would be skipped and why.
# It changes nothing and asks nothing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# What a task of make needs: its packages, and whether it has to be root.
report() {
  local target=$1 task=$2 rights=${3:-} lacks
  lacks=$(tools/setup/debian_packages.sh --list "$task" 2>/dev/null | paste -sd ' ')
  if [ -n "$lacks" ]; then
    printf '  %-20s lacks %s\n' "make $target" "$lacks"
  elif [ "$rights" = root ] && [ "$(id -u)" != 0 ]; then
    printf '  %-20s has to be started by root: sudo make %s\n' "make $target" "$target"
  else
    printf '  %-20s ready\n' "make $target"
  fi
}

echo 'What can be run here:'
report run run
report lint dev
report test test
report journeys test
report usb-test usb
report system-test system root
report arm64-test arm64 root
report card-image card root
report circuit-boards boards root
report card-image-test card
report newcomer-test system root

all=$(tools/setup/debian_packages.sh --list run test usb system arm64 card boards 2>/dev/null | paste -sd ' ')
if [ -n "$all" ]; then
  echo "For all of it, as root: apt-get update; apt-get install --yes --no-install-recommends $all"
fi

skipped=()
# Tests for which programs have to be here that `make test` and the like do not install.
needing() {
  local tests=$1 lacking=()
  shift
  for program in "$@"; do
    if ! PATH=$PATH:/usr/sbin:/sbin command -v "$program" >/dev/null; then lacking+=("$program"); fi
  done
  if [ ${#lacking[@]} != 0 ]; then skipped+=("$tests: there is no ${lacking[*]}"); fi
}

if [ "$(id -u)" != 0 ]; then
  skipped+=('those of rights, small disks and network interfaces that only root may set up: you are not root')
else
  skipped+=('one of a folder that may not be written to: root may write everywhere')
  needing 'those of rights and network interfaces' ip setpriv
fi
if [ "$(id -u)" = 0 ] && [ ! -e build/circuit_boards/trixie.recipe ]; then
  skipped+=('those of the files of circuit boards: make kicad has not been run yet')
fi
needing 'those of the service, the installation and the card' systemctl systemd-analyze
needing 'those of the partitions of a card' debugfs mcopy mke2fs mkfs.vfat sfdisk
needing 'those of completing with Tab' fish zsh
needing 'those of the house and its broker' mosquitto openssl
needing 'those of the manual page as it is shown' groff man mandoc
if [ ! -d ../shared/data ]; then
  skipped+=('comparisons with legal turns of other programs: their data is no part of the project')
fi
# For Debian 12 and newer, make test gets it.
if [ ! -x .venv/bin/micropython ] && ! command -v dpkg-query >/dev/null; then
  needing "those that run the Pico's firmware" micropython
fi
echo 'What the tests would skip here:'
printf '  %s\n' "${skipped[@]}"

free=$(df --output=avail -BM . | tail -1 | tr -dc 0-9)
if [ "$free" -lt 2000 ]; then
  echo "There are $free MB free on this disk; the tests and what they need take some 2000."
fi
