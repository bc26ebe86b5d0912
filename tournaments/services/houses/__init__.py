"""What house dynasties do by themselves: battles among each other, bets and offers."""
