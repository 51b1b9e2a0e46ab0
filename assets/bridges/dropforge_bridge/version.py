"""What this bridge is and what it can read."""

BRIDGE_VERSION = "1.0.0"

# Highest version of manifest, claim, receipt and heartbeat that is understood.
SCHEMA = 1
