"""What comes out of a formatter: opened, walked, read; and a finding about it."""
