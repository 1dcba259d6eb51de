"""``python -m firmware`` is the command ``speeltafel``."""

import sys

from firmware.cli import main

sys.exit(main())
