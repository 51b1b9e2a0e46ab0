"""A double of the Qt that 3ds Max carries until 2024."""
