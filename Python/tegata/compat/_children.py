"""Imported by child processes of a program under `python -m tegata.compat`."""

from . import install

install()
