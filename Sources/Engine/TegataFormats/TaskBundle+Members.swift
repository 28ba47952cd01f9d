#if !hasFeature(Embedded)
    // Devices take what they need by its name.
    import TegataBuffers

    extension TaskBundle {
        /// All members that names lead to, those of inner bundles and the files appended to networks included.
        package func allMembers() throws(ModelFormatError) -> [BundleMember] {
            var members: [BundleMember] = []
            try Self.list(archive, path: [], within: archive.bytes, into: &members)
            return members
        }

        /// Archives are nested a few levels at most, which `ZipArchive` sees to.
        private static func list(
            _ archive: ZipArchive, path: [String], within file: Bytes, into members: inout [BundleMember]
        ) throws(ModelFormatError) {
            let isInPlace = archive.bytes.storage === file.storage
            let named = archive.lastOfNames
            for (index, member) in archive.members.enumerated()
            where !member.isFolder && named[Array(member.name.utf8)] == index {
                let start = archive.bytes.range.lowerBound - file.range.lowerBound
                members.append(
                    BundleMember(
                        path: path + [member.name], entry: member, archive: archive,
                        fileOffset: isInPlace ? start + member.dataOffset : nil))
                guard member.name.hasSuffix(".task") || member.name.hasSuffix(".tflite"),
                    try archive.holdsArchive(member)
                else { continue }
                try list(archive.archive(in: member), path: path + [member.name], within: file, into: &members)
            }
        }
    }

    extension ZipArchive {
        /// Where the last member of each name is: the one that the name leads to.
        var lastOfNames: [[UInt8]: Int] {
            var places: [[UInt8]: Int] = [:]
            for (index, member) in members.enumerated() { places[Array(member.name.utf8)] = index }
            return places
        }
    }
#endif
