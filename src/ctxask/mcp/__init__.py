"""The MCP server: the tools as an agent's client calls them."""
