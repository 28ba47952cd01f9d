import TegataBuffers
import TegataFormats
import TegataSystem
import Testing

@Suite struct ModelFormatErrorTests {
    /// Incomplete archives are unreadable, missing members are not found, and broken members are unusable.
    private static let kinds: [(TegataError.Kind, [ModelFormatError.Problem])] = [
        (.notFound, [.unreadable(.notFound), .memberMissing("a", present: []), .bundleExpected]),
        (.permissionDenied, [.unreadable(.permissionDenied)]),
        (
            .unreadable,
            [
                .unreadable(.notARegularFile), .unreadable(.systemError(operation: "open", code: 1)),
                .endRecordMissing, .commentLength(declared: 1, available: 0), .severalDisks,
                .signatureWrong(expected: 1, found: 2), .rangeOutsideFile(offset: 1, byteCount: 2, available: 1),
                .entryCount(declared: 1, directoryByteCount: 2), .zip64ValueMissing,
                .localHeaderDiffers(.size, directory: 1, local: 2), .entriesOverlap(other: "a"), .memberEncrypted,
                .methodUnsupported(9), .storedSizeDiffers(size: 1, compressedSize: 2), .deflateUnavailable,
                .deflateCorrupt, .inflatedSizeDiffers(declared: 1, found: 2),
                .inflatedSizeAboveLimit(declared: 2, limit: 1), .checksumDiffers(declared: 1, found: 2),
                .nestedTooDeep(limit: 1), .memberDuplicated("a"),
            ]
        ),
        (.invalidArgument, [.tooLargeToWrite]),
        (
            .unusableModel,
            [
                .tooSmall(byteCount: 1, minimum: 2), .identifierWrong(expected: "a", found: "b"),
                .offsetOutOfRange(target: 1, byteCount: 1), .vtableOutOfRange(target: 1, byteCount: 1),
                .vtableSizeInvalid(1), .tableSizeInvalid(1), .fieldOutsideTable(offset: 1, tableSize: 1),
                .vectorOutOfRange(count: 1, elementSize: 1, available: 0), .countAboveLimit(count: 2, limit: 1),
                .decodedSizeAboveLimit(limit: 1), .schemaVersion(4), .noSubgraphs, .indexOutOfRange(index: 1, count: 1),
                .tensorTypeUnknown(99), .dimensionNegative(-1), .shapeTooLarge([1]),
                .shapeSignatureRank(rank: 1, signatureRank: 2), .constantSize(expected: 1, found: 2),
                .quantizationCounts(scales: 1, zeroPoints: 2), .externalFile,
                .rewritingUnsupported("a"), .metadataVersion(needed: "2", supported: "1"),
                .processUnitRepeated(kind: "a"),
                .normalizationCounts(means: 1, standardDeviations: 2), .standardDeviationInvalid(0),
                .displayNameCount(labels: 1, displayNames: 2), .networkExpected,
            ]
        ),
    ]

    @Test(arguments: kinds)
    func exposesKindFilePlaceAndDescription(_ kind: TegataError.Kind, _ problems: [ModelFormatError.Problem]) {
        for problem in problems {
            let detailed = ModelFormatError(file: "hand.task:a.tflite", place: "byte 0x1f0", problem: problem)
            let error = TegataError(detailed)
            #expect(error.kind == kind, "\(problem)")
            #expect(error.file == "hand.task:a.tflite")
            #expect(error.place == "byte 0x1f0")
            #expect(error.description == detailed.description)
        }
    }
}
