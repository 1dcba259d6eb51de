#!/bin/bash -e
dpkg -i /tmp/speeltafel_*.deb
rm /tmp/speeltafel_*.deb
