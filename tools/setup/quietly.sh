#!/bin/bash
# Runs a command that downloads or builds, and shows what it printed only if it fails; on a terminal, how long it takes.
#   tools/setup/quietly.sh 'Setting up the tests' COMMAND ...
set -euo pipefail

what=$1
shift
log=$(mktemp)
trap 'rm -f "$log"' EXIT
echo "$what ..."
"$@" >"$log" 2>&1 </dev/null &
command=$!
trap 'kill "$command" 2>/dev/null; rm -f "$log"; exit 130' INT TERM
began=$SECONDS
while [ -t 2 ] && kill -0 "$command" 2>/dev/null; do
  printf '\r%s ... %d s' "$what" $((SECONDS - began)) >&2
  sleep 1
done
[ -t 2 ] && printf '\r\033[K' >&2
wait "$command" && exit 0
status=$?

cat "$log" >&2
unreached='name resolution|Name or service not known|Could not resolve|Temporary failure resolving|Network is unreachable'
unreached+='|EAI_AGAIN|ENOTFOUND|ENETUNREACH|Failed to establish a new connection|Could not connect to|Unable to connect to'
if grep -Eq "$unreached" "$log"; then
  echo 'There seems to be no internet, which this step needs. Connect this computer, and type the same again.' >&2
fi
exit "$status"
