"""Turn notices to people who are away: webhooks, e-mail, Web Push."""
