"""How ADB clients talk: requests, streams, lines of shell. For the phone, for drivers, for what stands between."""
