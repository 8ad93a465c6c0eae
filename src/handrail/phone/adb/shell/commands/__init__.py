"""What the phone's shell can run: one idea a file, a function a command."""
