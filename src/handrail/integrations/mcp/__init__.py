"""In front of an MCP server that drives a phone: what its tools do is verified before they do it."""
