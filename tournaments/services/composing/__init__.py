"""What is kept for composing battles: templates of rules."""
