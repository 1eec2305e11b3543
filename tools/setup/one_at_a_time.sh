#!/bin/bash
# Makes what the Makefile sets up in this folder, by one make at a time: others wait and then find it made. An environment
# that a make left unfinished, because it was killed or the disk was full, is made anew.
#   tools/setup/one_at_a_time.sh ENVIRONMENT make TARGET ...
set -euo pipefail

environment=$1
shift
exec 9<Makefile
if ! flock --nonblock 9; then
  echo 'Another make sets up Thera here; waiting for it ...' >&2
  flock 9
fi
if [ -e "$environment/unfinished" ]; then
  rm -rf "$environment"
fi
# Paths of any language can then be written to files and read back, whatever this computer's character set is.
export PYTHONUTF8=1
"$@"
