#!/bin/bash
# Makes a system of the packages that lie in ROOT/var/cache/apt/archives and whose files are in ROOT already:
#   unshare --mount bash configure_root.sh ROOT
# This machine's own dpkg unpacks them. Only their scripts run in the root, emulated, which is what takes long.
set -euo pipefail
root=$1
archives=$root/var/cache/apt/archives
export DEBIAN_FRONTEND=noninteractive DEBCONF_NONINTERACTIVE_SEEN=true LC_ALL=C.UTF-8 INITRD=No
dpkg=(dpkg "--root=$root" --force-unsafe-io --force-architecture --force-confnew --log=/dev/null)

mount -t proc proc "$root/proc"
mount -t tmpfs run "$root/run"
mount -t tmpfs tmp "$root/tmp"
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"  # no service is started in it
chmod 755 "$root/usr/sbin/policy-rc.d"
[ -e "$root/usr/bin/awk" ] || ln -s mawk "$root/usr/bin/awk"
mkdir -p "$root/boot/firmware"

"${dpkg[@]}" --force-depends --install "$archives"/base-passwd_*.deb "$archives"/base-files_*.deb
"${dpkg[@]}" --force-depends --unpack "$archives"/*.deb

# What takes minutes in an emulator is left to later: one initrd at the end, the database of modules by this machine's own
# program, and the compiled modules of Python by the installation.
nothing=$(mktemp)
later=("$root/usr/sbin/update-initramfs" "$root/usr/sbin/depmod" "$root/usr/bin/py3compile")
for program in "${later[@]}"; do mount --bind "$root/usr/bin/true" "$program"; done
for compiler in "$root"/usr/lib/python3.*/py_compile.py; do mount --bind "$nothing" "$compiler"; done
# That of the root, because ours takes packages for all processors for packages of ours, with other dependencies.
chroot "$root" dpkg --force-unsafe-io --force-confnew --configure --pending
umount "${later[@]}" "$root"/usr/lib/python3.*/py_compile.py
rm "$nothing"
rm -rf "$root/usr/sbin/policy-rc.d" "$archives"/*.deb "$root"/var/lib/apt/lists/* "$root"/var/cache/debconf/*-old
