#!/bin/bash
# Prints a Python that Thera runs on: 3.11 or newer. The variable PYTHON names another one than the system's.
# With --complete it must be able to make environments, too. Ends with 1 where there is none.
set -euo pipefail

check='import sys; sys.exit(sys.version_info < (3, 11))'
if [ "${1:-}" = --complete ]; then
  check="import ensurepip, venv; $check"
fi
for name in ${PYTHON:-python3 python3.13 python3.12 python3.11}; do
  if "$name" -c "$check" 2>/dev/null; then
    echo "$name"
    exit 0
  fi
done
exit 1
