#!/bin/bash
# What Debian has to give for a task and this computer lacks: all of it installed at once where that asks no question,
# or listed once, as a line to type. It changes nothing where nothing is missing.
#   tools/setup/debian_packages.sh run|dev|test|pi|usb|system|arm64|card|boards ...
#   tools/setup/debian_packages.sh --list TASK ...     only names them, one a line
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")

is_installed() {
  [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

wanted=()
want() {
  for package in "$@"; do
    if ! is_installed "$package" && [[ " ${wanted[*]} " != *" $package "* ]]; then
      wanted+=("$package")
    fi
  done
}

# An environment that is there has all that it was made with.
want_python() {
  if [ -e .venv/made.stamp ] || "$here/suitable_python.sh" --complete >/dev/null; then return; fi
  want python3 python3-venv
}

# Packages that come as sources are compiled against the headers of the Python that is used.
want_compiler() {
  if [ -e .venv/dev.stamp ]; then return; fi
  want gcc libc6-dev
  local python has_headers
  has_headers='import pathlib, sys, sysconfig; sys.exit(not pathlib.Path(sysconfig.get_path("include"), "Python.h").exists())'
  if ! python=$("$here/suitable_python.sh") || ! "$python" -c "$has_headers"; then
    want python3-dev
  fi
}

# From Python 3.13 on, the package index has no lgpio that works; the system has it as a package. Where there is no Python
# yet, the one that comes with the system may be so new.
want_lgpio() {
  local python
  if python=$("$here/suitable_python.sh"); then
    if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 13))'; then want python3-lgpio; fi
  elif apt-cache show python3-lgpio >/dev/null 2>&1; then
    want python3-lgpio
  fi
}

want_scripts() {
  if ! command -v npm >/dev/null; then want nodejs npm; fi
}

# MicroPython is in Debian from 13 on; for Debian 12 the tests bring it themselves.
want_micropython() {
  if ! command -v micropython >/dev/null && apt-cache show micropython >/dev/null 2>&1; then want micropython; fi
}

# Without windows to draw, the same browser takes a fifth less of the processor; not every Debian has it so.
want_browser() {
  want chromium
  if apt-cache show chromium-headless-shell >/dev/null 2>&1; then want chromium-headless-shell; fi
}

# Web servers that stand in front of a table. Where Debian starts what it installs, they serve port 80 from then on.
want_proxies() {
  if [ ! -x /usr/sbin/nginx ]; then want nginx-light; fi
  if ! command -v caddy >/dev/null; then want caddy; fi
}

want_for() {
  case $1 in
    run) want_python ;;
    dev) want_python; want_compiler; want_scripts ;;
    pi) want_python; want_compiler; want_lgpio ;;
    # A browser that plays the phones, a font for it to draw, a library of its driver; what the documents talk to a table
    # with; a broker, and what makes certificates for it; web servers.
    test)
      want_for dev
      want_browser
      want curl fonts-dejavu-core libatomic1 mosquitto openssl
      want_proxies
      want_micropython
      ;;
    # What a small Debian is made with, and emulated or started in a container.
    usb) want_python; want e2fsprogs mmdebstrap qemu-system-x86 ;;
    system) want_python; want mmdebstrap systemd-container ;;
    arm64) want_python; want arch-test mmdebstrap qemu-user-static systemd-container ;;
    boards) want_python; want mmdebstrap ;;
    # What disks and their file systems are made and read with, too, and a Pi's processor is emulated by.
    card)
      want_python
      want arch-test dosfstools e2fsprogs fdisk kmod mmdebstrap mtools openssh-client qemu-system-arm qemu-user-static
      want xz-utils
      ;;
    *)
      echo "There is no task $1; the tasks are run, dev, test, pi, usb, system, arm64, card and boards." >&2
      exit 2
      ;;
  esac
}

only_list=false
if [ "${1:-}" = --list ]; then
  only_list=true
  shift
fi
if ! command -v dpkg-query >/dev/null; then
  echo "This is not Debian, so it is up to you to have what tools/setup/debian_packages.sh lists." >&2
  exit 0
fi
for task in "$@"; do want_for "$task"; done
if $only_list; then
  printf '%s\n' "${wanted[@]}" | sed '/^$/d'
  exit 0
fi
if [ ${#wanted[@]} = 0 ]; then exit 0; fi

install="apt-get install --yes --no-install-recommends ${wanted[*]}"
if [ "$(id -u)" = 0 ]; then
  as_root=(env)
elif sudo -n true 2>/dev/null; then
  as_root=(sudo -n env)
else
  {
    echo 'This computer lacks some packages of Debian. Please type this line, and then the same as before:'
    if command -v sudo >/dev/null; then
      echo "    sudo sh -c 'apt-get update; $install'"
    else
      echo "    su -c 'apt-get update; $install'"
    fi
  } >&2
  exit 1
fi

# A source of packages that cannot be read is no reason to stop: what is needed may come from the others.
"$here/quietly.sh" "Installing ${wanted[*]}" "${as_root[@]}" DEBIAN_FRONTEND=noninteractive \
  sh -c "apt-get -o DPkg::Lock::Timeout=300 update; $install -o DPkg::Lock::Timeout=300"
