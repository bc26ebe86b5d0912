"""Translations for developers: collected from the sources, kept in locale/, and checked. It needs Babel.

For those who write the site. It needs Babel, which playing does not.
"""
