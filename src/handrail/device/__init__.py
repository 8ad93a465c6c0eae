"""What a phone shows and takes: actions, and in time screens, traces and drivers."""
