#!/bin/sh
# Lets the data partition fill the card: at the first start, and after the image was copied to a larger one. A cut at any
# point is mended by the next start.
set -eu
part=$(findfs LABEL=thera-data)
name=${part#/dev/}
number=$(cat "/sys/class/block/$name/partition")
disk=$(basename "$(readlink -f "/sys/class/block/$name/..")")
ends=$(($(cat "/sys/class/block/$name/start") + $(cat "/sys/class/block/$name/size")))
# Less than 8 MiB is not worth a change of the table.
if [ $(($(cat "/sys/class/block/$disk/size") - ends)) -gt 16384 ]; then
  echo ', +' | sfdisk --quiet --force --no-reread --no-tell-kernel -N "$number" "/dev/$disk"
  partx --update --nr "$number" "/dev/$disk"
fi
resize2fs "$part"
