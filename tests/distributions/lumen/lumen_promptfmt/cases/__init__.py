"""Cases of Lumen's own, which lie beside this file."""
