"""What Amazon refuses: of every model at Bedrock and of single families, and Claude there in Anthropic's places."""
