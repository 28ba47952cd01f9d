#!/usr/bin/env python3
"""Writes the operator goldens: one-operator models with inputs and the results of LiteRT's kernels.

Tests/Goldens/operators/OPERATOR.zip contains a model NAME.tflite per case. The tensors are in metadata entries of the
model: golden.input0 …, golden.output0 … are raw elements; golden.tolerance is the limit of the largest difference
divided by the largest expected magnitude (0: identical bytes).

Needs a Python with ai-edge-litert, numpy and flatbuffers:  PYTHON Tools/make/goldens/operators.py
"""

import zipfile
from pathlib import Path

from operator_cases import cases

GOLDENS = Path(__file__).resolve().parents[3] / "Tests" / "Goldens" / "operators"
# Operators that only move elements.
EXACT = {"PAD", "RESHAPE", "SQUEEZE", "EXPAND_DIMS", "TRANSPOSE", "SLICE", "STRIDED_SLICE", "GATHER", "UNPACK", "PACK"}
# LiteRT's kernels ignore a fused TANH, and CONCATENATION does not accept an activation.
APART = {"CONCATENATION": (1, 2, 3, 4)}


def main():
    GOLDENS.mkdir(parents=True, exist_ok=True)
    for path in GOLDENS.glob("*.zip"):
        path.unlink()
    total = 0
    for operator, list_cases in cases().items():
        names = set()
        path = GOLDENS / f"{operator}.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for case in list_cases:
                assert case.name not in names, (operator, case.name)
                names.add(case.name)
                try:
                    content = case.golden(operator, 0 if operator in EXACT else 1e-5, APART.get(operator, (4,)))
                except (RuntimeError, ValueError) as error:
                    raise SystemExit(f'LiteRT refuses {operator} "{case.name}": {error}') from error
                # Leave out the date, so that equal goldens are equal files.
                archive.writestr(zipfile.ZipInfo(f"{case.name}.tflite"), content, zipfile.ZIP_DEFLATED, 9)
        print(f"{path.name}: {len(names)} cases, {path.stat().st_size} bytes")
        total += path.stat().st_size
    print(f"{total} bytes")


if __name__ == "__main__":
    main()
