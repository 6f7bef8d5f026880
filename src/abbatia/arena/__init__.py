"""Many games between bots: every deal in all seat arrangements, kept as records, summed up with intervals."""
