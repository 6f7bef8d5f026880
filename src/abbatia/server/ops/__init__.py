"""What an operator needs: limits, quotas, metrics, logs, signs of life."""
