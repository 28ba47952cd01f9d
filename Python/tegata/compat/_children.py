"""Imported by processes that a program under `python -m tegata.compat` starts."""

from . import install

install()
