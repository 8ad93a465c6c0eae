"""A phone as it is driven: screens, actions and traces, with drivers for ADB and for recordings."""
