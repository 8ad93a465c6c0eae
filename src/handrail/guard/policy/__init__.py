"""What an organisation or a user wants whatever the specification says: a policy, read from YAML and decided purely."""
