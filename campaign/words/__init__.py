"""The words of campaigns: rules, orders, events, errors and places in sentences."""
