#!/bin/bash -e
install -m 644 files/speeltafel_*_arm64.deb "$ROOTFS_DIR/tmp/"
echo 'ap_name: speeltafel-<nnn>' >"$ROOTFS_DIR/etc/comitup.conf"
