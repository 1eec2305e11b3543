#!/bin/sh
# What a Pi needs to find its card or a disk on USB, and the disk of an emulator; not the disks of all other computers.
# A hook of initramfs-tools, to which these groups of modules belong.
if [ "$1" = prereqs ]; then exit 0; fi
. /usr/share/initramfs-tools/hook-functions
auto_add_modules base mmc usb_storage
manual_add_modules virtio_blk
