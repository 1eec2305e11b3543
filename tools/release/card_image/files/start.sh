#!/bin/sh
# The first program of a Thera card (init= in cmdline.txt). It lays the data partition over the system, which is never
# written, and hands over to systemd. If the data partition cannot be used, memory takes its place until the next start.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
said() { echo "thera-card: $*" >/dev/kmsg; }

mountpoint -q /proc || mount -t proc proc /proc
mountpoint -q /sys || mount -t sysfs sys /sys
mountpoint -q /dev || mount -t devtmpfs dev /dev
mountpoint -q /run || mount -t tmpfs -o mode=755,nosuid,nodev run /run
mkdir -p /run/thera-card

# Raspberry Pi Imager 1 takes this for Raspberry Pi OS 12 and lets the kernel run its script, which would not end here.
# The script stays, to be read; what starts it is taken away, and the Pi begins again.
if grep -q ' systemd\.run=' /proc/cmdline; then
  if mount -t vfat "$(findfs LABEL=THERA)" /card/data; then
    sed -i 's/ systemd\.[a-z_]*=[^ ]*//g' /card/data/cmdline.txt
    umount /card/data
    sync
    said 'what Raspberry Pi Imager added to cmdline.txt is taken away; starting again'
    reboot -f
  fi
fi

modprobe overlay
data=$(findfs LABEL=thera-data)
e2fsck -p "$data" >/dev/kmsg 2>&1 || [ $? -lt 4 ] || e2fsck -y "$data" >/dev/kmsg 2>&1
if [ -z "$data" ] || ! mount -t ext4 -o noatime "$data" /card/data; then
  said 'the data partition cannot be used: nothing will be kept'
  mount -t tmpfs -o mode=755 data /card/data
  touch /run/thera-card/forgetful
fi
mkdir -p /card/data/system /card/data/work
mount -t overlay -o lowerdir=/,upperdir=/card/data/system,workdir=/card/data/work overlay /card/root
mount --move /card/data /card/root/card/data
for each in dev proc sys run; do mount --no-mtab --move "/$each" "/card/root/$each"; done
cd /card/root || exit 1
pivot_root . card/base
exec chroot . /sbin/init
