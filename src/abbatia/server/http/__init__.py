"""The REST interface: typed endpoints, their schemas, and the pages of the browser client."""
