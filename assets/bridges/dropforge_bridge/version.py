"""Versions of the bridge and of the protocol."""

BRIDGE_VERSION = "1.1.0"

# Supported schema version of manifests, claims, receipts and heartbeats.
SCHEMA = 1
