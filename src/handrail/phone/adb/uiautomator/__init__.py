"""The server that uiautomator2 talks to: HTTP inside an ADB stream, JSON-RPC inside HTTP."""
