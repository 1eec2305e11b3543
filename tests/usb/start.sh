#!/bin/sh
# The first process of the emulated computer: this folder's checkout is mounted at /mnt. The second serial line is what
# tests.usb.run listens to.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin PYTHONDONTWRITEBYTECODE=1
mount -t tmpfs tmpfs /tmp
cd /mnt || exit
{
    /lib/systemd/systemd-udevd --daemon && udevadm control --ping && modprobe dummy_hcd && python3 -m tests.usb.guest
    echo "ended with $?"
} >/dev/ttyS1 2>&1
echo b >/proc/sysrq-trigger
