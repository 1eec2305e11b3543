#!/bin/bash
# Makes the initrd of a root, and its boot partition in ROOT/boot/firmware, by the tools that are in it:
#   unshare --mount bash make_initrd.sh ROOT
set -euo pipefail
root=$1
mount -t proc proc "$root/proc"
mount -t tmpfs run "$root/run"
mount -t tmpfs tmp "$root/tmp"
hook=$(dirname "${BASH_SOURCE[0]}")/files/initramfs_hook.sh
install -D --mode=755 "$hook" "$root/etc/initramfs-tools/hooks/thera-card"
install -D --mode=644 /dev/stdin "$root/etc/initramfs-tools/conf.d/thera-card" <<<$'MODULES=list\nCOMPRESSLEVEL=1'
for kernel in "$root"/boot/vmlinuz-*; do
  version=${kernel#*vmlinuz-}
  depmod --basedir="$root" "$version"
  chroot "$root" update-initramfs -c -k "$version"
  # It copies the kernel, the initrd and the firmware there, and says in config.txt which are to be used.
  DEB_MAINT_PARAMS=configure chroot "$root" /etc/kernel/postinst.d/z50-raspi-firmware "$version"
done
