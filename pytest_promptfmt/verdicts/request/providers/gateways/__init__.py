"""What gateways refuse themselves, what makers refuse behind them, and whose requests they take at all."""
