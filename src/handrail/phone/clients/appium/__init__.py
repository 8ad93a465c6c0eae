"""Appium's server on the phone, which its driver installs, starts by `am instrument` and asks by HTTP on port 6790."""
