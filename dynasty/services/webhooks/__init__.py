"""Webhooks: setting one up, writing what is to be sent, and sending it."""
