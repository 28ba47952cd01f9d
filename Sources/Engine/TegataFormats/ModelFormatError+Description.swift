import TegataBuffers
import TegataSystem

extension ModelFormatError {
    package var description: String {
        if case .unreadable(let reason) = problem {
            return FileError(path: file, reason: reason).description
        }
        return file + ": " + (place.isEmpty ? "" : place + ": ") + problem.summary + "; " + problem.advice
    }
}

extension ModelFormatError.Problem {
    /// What is wrong.
    var summary: String {
        switch self {
        case .unreadable: "cannot be read"
        case .endRecordMissing: "no end-of-central-directory record, so this is no zip archive or its end is missing"
        case .commentLength(let declared, let available):
            "the archive comment has \(declared) bytes but \(available) follow"
        case .severalDisks: "the archive is split over several disks"
        case .signatureWrong(let expected, let found):
            "expected signature \(hexadecimal(expected)), found \(hexadecimal(found))"
        case .rangeOutsideFile(let offset, let byteCount, let available):
            "\(byteCount) bytes at offset \(offset) are not inside the \(available) bytes there are"
        case .entryCount(let declared, let directoryByteCount):
            "\(declared) entries do not fit into a directory of \(directoryByteCount) bytes"
        case .zip64ValueMissing: "the zip64 extra field lacks a value"
        case .localHeaderDiffers(let field, let directory, let local):
            field == .name
                ? "the local header has another name than the directory"
                : "the \(field.rawValue) is \(directory) in the directory but \(local) in the local header"
        case .entriesOverlap(let other): "the entry overlaps \"\(other)\""
        case .memberEncrypted: "the member is encrypted"
        case .methodUnsupported(let method): "compression method \(method) is not supported"
        case .storedSizeDiffers(let size, let compressedSize):
            "a stored member of \(size) bytes takes \(compressedSize) bytes"
        case .deflateUnavailable: "deflated members need zlib, which this build does without"
        case .deflateCorrupt: "the deflated data is damaged"
        case .inflatedSizeDiffers(let declared, let found):
            found > declared
                ? "the member inflates to more than the declared \(declared) bytes"
                : "the member inflates to \(found) bytes, declared are \(declared)"
        case .inflatedSizeAboveLimit(let declared, let limit):
            "\(declared) inflated bytes are declared, at most \(limit) are allowed for an archive of this size"
        case .checksumDiffers(let declared, let found):
            "the CRC-32 is \(hexadecimal(found)), declared is \(hexadecimal(declared))"
        case .nestedTooDeep(let limit): "archives are nested more than \(limit) levels deep"
        case .memberDuplicated(let name): "there is a member \"\(name)\" already"
        case .memberMissing(let name, let present):
            "there is no member \"\(name)\"; present: " + (present.isEmpty ? "none" : list(present))
        case .tooLargeToWrite: "the name or the data does not fit into a zip archive without zip64"
        case .tooSmall(let byteCount, let minimum): "\(byteCount) bytes are fewer than the least possible \(minimum)"
        case .identifierWrong(let expected, let found): "expected the identifier \"\(expected)\", found \"\(found)\""
        case .offsetOutOfRange(let target, let byteCount):
            "the offset leads to byte \(target), outside the \(byteCount) bytes of the file"
        case .vtableOutOfRange(let target, let byteCount):
            "the vtable is at byte \(target), outside the \(byteCount) bytes of the file"
        case .vtableSizeInvalid(let size): "a vtable of \(size) bytes is not possible here"
        case .tableSizeInvalid(let size): "a table of \(size) bytes is not possible here"
        case .fieldOutsideTable(let offset, let tableSize):
            "the field at offset \(offset) is outside its table of \(tableSize) bytes"
        case .vectorOutOfRange(let count, let elementSize, let available):
            "\(count) elements of \(elementSize) bytes are not inside the \(available) bytes left"
        case .countAboveLimit(let count, let limit): "\(count) elements are more than the \(limit) that are allowed"
        case .decodedSizeAboveLimit(let limit): "decoding takes more than the \(limit) bytes that are allowed"
        case .schemaVersion(let version): "schema version \(version) is not supported, only 3 is"
        case .noSubgraphs: "the model has no subgraph"
        case .indexOutOfRange(let index, let count): "index \(index) is not below the count \(count)"
        case .tensorTypeUnknown(let type): "tensor type \(type) is not known"
        case .dimensionNegative(let dimension): "the dimension \(dimension) is negative"
        case .shapeTooLarge(let shape): "a tensor of shape \(shapeText(shape)) is too large"
        case .shapeSignatureRank(let rank, let signatureRank):
            "the shape has \(rank) dimensions, its signature \(signatureRank)"
        case .constantSize(let expected, let found):
            "the constant has \(found) bytes, its shape and type need \(expected)"
        case .quantizationCounts(let scales, let zeroPoints): "there are \(scales) scales but \(zeroPoints) zero points"
        case .externalFile: "the weights are in another file"
        case .metadataVersion(let needed, let supported):
            "the metadata needs parser version \"\(needed)\", supported is \(supported)"
        case .processUnitRepeated(let kind): "there are several \(kind) units for one tensor"
        case .normalizationCounts(let means, let standardDeviations):
            "there are \(means) means and \(standardDeviations) standard deviations"
        case .standardDeviationInvalid(let value): "the standard deviation \(value) is not possible"
        case .displayNameCount(let labels, let displayNames):
            "there are \(displayNames) display names for \(labels) labels"
        case .bundleExpected: "this is a network where a bundle is expected"
        case .networkExpected: "this is a zip archive where a network is expected"
        }
    }

    /// What to do about it.
    var advice: String {
        switch self {
        case .memberMissing: "use a bundle for this task"
        case .deflateUnavailable: "store the members without compression"
        case .memberEncrypted, .methodUnsupported, .inflatedSizeAboveLimit, .severalDisks, .nestedTooDeep:
            "pack the members again, stored without compression"
        case .memberDuplicated: "give every member its own name"
        case .tooLargeToWrite: "write less"
        case .schemaVersion, .tensorTypeUnknown: "convert the model with a current converter"
        case .externalFile: "convert the model with its weights inside"
        case .metadataVersion: "use a newer version of this library"
        case .processUnitRepeated, .normalizationCounts, .standardDeviationInvalid, .displayNameCount:
            "write the metadata again"
        case .bundleExpected: "name a .task bundle"
        case .networkExpected: "name a network inside it as BUNDLE.task:MEMBER.tflite"
        case .identifierWrong(expected: "TFL3", _): "name a .tflite network"
        default: "the file is damaged, get it again"
        }
    }
}

/// A few names, quoted and separated by commas.
private func list(_ names: [String]) -> String {
    let shown = 16
    var text = ""
    for name in names.prefix(shown) {
        text += (text.isEmpty ? "" : ", ") + "\"" + name + "\""
    }
    return names.count > shown ? text + " and \(names.count - shown) more" : text
}

private func shapeText(_ shape: [Int]) -> String {
    var text = ""
    for dimension in shape {
        text += (text.isEmpty ? "" : "×") + "\(dimension)"
    }
    return text
}
