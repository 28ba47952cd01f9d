"""Imported as `mediapipe` by Python programs that a program under `python -m tegata.compat` starts."""

import sys

from tegata.compat import install

# The name belongs to the package from now on.
del sys.modules["mediapipe"]
install()
import mediapipe
