"""The site's words in other languages: collected from the sources, kept in locale/, and checked.

For those who write the site. It needs Babel, which playing does not.
"""
