#if os(Linux)
    /// Functions for directories and their contents.
    package enum FileTree {
        /// Returns the names of a directory's entries, in no particular order.
        package static func names(in path: String) throws(SystemError) -> [String] {
            guard let folder = opendir(path) else { throw SystemError(code: errno) }
            defer { closedir(folder) }
            var names: [String] = []
            while let entry = readdir(folder) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name != ".", name != ".." { names.append(name) }
            }
            return names
        }

        /// Whether there is a directory, or a link to one, at `path`.
        package static func isFolder(_ path: String, followingLinks: Bool = true) -> Bool {
            var information = stat()
            guard (followingLinks ? stat(path, &information) : lstat(path, &information)) == 0 else { return false }
            return information.st_mode & S_IFMT == S_IFDIR
        }

        /// Whether there is a regular file, or a link to one, at `path`; pipes and devices do not count.
        package static func isFile(_ path: String) -> Bool {
            var information = stat()
            return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
        }

        /// The identity of a file, which is the same for every path that leads to it.
        package struct Identity: Hashable, Sendable {
            private let device: UInt64
            private let number: UInt64

            /// Creates the identity of the file at the path; nil if there is no such file.
            package init?(_ path: String) {
                var information = stat()
                guard stat(path, &information) == 0 else { return nil }
                device = UInt64(information.st_dev)
                number = UInt64(information.st_ino)
            }
        }

        /// Creates the directory and any missing parents.
        package static func makeFolder(_ path: String) throws(SystemError) {
            var end = path.startIndex
            while end != path.endIndex {
                end = path[end...].utf8.dropFirst().firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
                guard mkdir(String(path[..<end]), 0o777) == 0 || errno == EEXIST || errno == EISDIR else {
                    throw SystemError(code: errno)
                }
            }
            var information = stat()
            guard stat(path, &information) == 0 else { throw SystemError(code: errno) }
            guard information.st_mode & S_IFMT == S_IFDIR else { throw SystemError(code: ENOTDIR) }
        }

        /// Whether one name sorts before another, with runs of digits compared as numbers: 9 comes before 10.
        package static func precedes(_ left: String, _ right: String) -> Bool {
            var (a, b) = (Array(left.utf8)[...], Array(right.utf8)[...])
            func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
            while let x = a.first, let y = b.first {
                if isDigit(x) && isDigit(y) {
                    let (m, n) = (a.prefix(while: isDigit), b.prefix(while: isDigit))
                    let (p, q) = (m.drop { $0 == 0x30 }, n.drop { $0 == 0x30 })
                    if p.count != q.count { return p.count < q.count }
                    if !p.elementsEqual(q) { return p.lexicographicallyPrecedes(q) }
                    a = a.dropFirst(m.count)
                    b = b.dropFirst(n.count)
                } else {
                    if x != y { return x < y }
                    a = a.dropFirst()
                    b = b.dropFirst()
                }
            }
            // The names differ only in leading zeros.
            return a.isEmpty == b.isEmpty ? left < right : a.isEmpty
        }
    }
#endif
