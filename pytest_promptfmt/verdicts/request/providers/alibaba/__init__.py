"""What Alibaba refuses: DashScope, which is Model Studio's API."""
