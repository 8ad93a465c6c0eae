"""What whoever runs the server needs: is it well, what does it do, what did it say, and how does it end."""
