"""The command line: flags to a request, a digest to bytes and an exit code."""
