#if os(Linux)
    /// The incomplete files of processes that were killed.
    enum AbandonedFiles {
        /// The directories that this process has cleaned.
        private static let cleared = Lock<Set<String>>([])

        /// The age, in seconds, below which a file that cannot be locked is kept, because it may still be in use.
        private static let ageWithoutLocks = 24 * 60 * 60

        /// Returns the name that a file has until it is complete.
        static func temporaryName(process: pid_t, number: Int, ending: String) -> String {
            ".tegata-\(process)-\(number)-\(ending)"
        }

        /// Returns the process that gave a file such a name; nil for any other name.
        private static func process(ofTemporaryName name: String) -> pid_t? {
            let parts = name.split(separator: "-", maxSplits: 3, omittingEmptySubsequences: false)
            guard parts.count == 4, parts[0] == ".tegata", let process = pid_t(parts[1]), process > 0,
                let number = Int(parts[2]), number > 0
            else { return nil }
            // Accept only plain digits.
            return "\(process)" == parts[1] && "\(number)" == parts[2] ? process : nil
        }

        /// Locks the file to mark it as in use; false if another process has treated it as abandoned in the meantime.
        static func claim(_ descriptor: Int32) -> Bool {
            if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return false }
            var information = stat()
            return fstat(descriptor, &information) != 0 || information.st_nlink > 0
        }

        /// Removes such files from the directory that contains `path`, once per directory.
        static func clear(beside path: String) {
            let parts = PathParts(path)
            let folder = parts.folder.isEmpty ? "./" : parts.folder
            guard cleared.withLock({ $0.insert(folder).inserted }), let entries = opendir(folder) else { return }
            defer { closedir(entries) }
            while let entry = readdir(entries) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                guard let process = process(ofTemporaryName: name) else { continue }
                clear(folder + name, of: process)
            }
        }

        /// Removes a file that belongs to this user and whose process has ended. Processes in other containers are not
        /// visible, but they hold locks.
        private static func clear(_ path: String, of process: pid_t) {
            guard kill(process, 0) != 0, errno == ESRCH else { return }
            let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { return }
            defer { _ = close(descriptor) }
            var information = stat()
            guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG,
                information.st_uid == geteuid()
            else { return }
            if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
                guard errno != EWOULDBLOCK, time(nil) - information.st_mtim.tv_sec > ageWithoutLocks else { return }
            }
            _ = unlink(path)
        }
    }
#endif
