"""What the vendors' interfaces accept, read from their own SDKs' types and from their documentation."""
