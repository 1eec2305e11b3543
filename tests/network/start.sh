#!/bin/sh
# What the emulated computer does when it has started: this folder's checkout is mounted at /mnt. The second serial line
# is what tests.network.run listens to.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin PYTHONDONTWRITEBYTECODE=1
cd /mnt || exit
{
    python3 -m tests.network.guest
    echo "ended with $?"
} >/dev/ttyS1 2>&1
echo b >/proc/sysrq-trigger
