#if os(Linux)
    /// The files of processes that were killed before theirs were whole.
    enum AbandonedFiles {
        /// The folders that this process has cleared.
        private static let cleared = Lock<Set<String>>([])

        /// How old, in seconds, a file must be that cannot be locked, so that nobody can say that it is in use.
        private static let ageWithoutLocks = 24 * 60 * 60

        /// What a file is called until it is whole.
        static func temporaryName(process: pid_t, number: Int, ending: String) -> String {
            ".tegata-\(process)-\(number)-\(ending)"
        }

        /// The process that gave a file such a name; nil for all other names.
        private static func process(ofTemporaryName name: String) -> pid_t? {
            let parts = name.split(separator: "-", maxSplits: 3, omittingEmptySubsequences: false)
            guard parts.count == 4, parts[0] == ".tegata", let process = pid_t(parts[1]), process > 0,
                let number = Int(parts[2]), number > 0
            else { return nil }
            // Nothing but digits.
            return "\(process)" == parts[1] && "\(number)" == parts[2] ? process : nil
        }

        /// Locks the file, which says to others that it is in use; false where it was taken for abandoned meanwhile.
        static func claim(_ descriptor: Int32) -> Bool {
            if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return false }
            var information = stat()
            return fstat(descriptor, &information) != 0 || information.st_nlink > 0
        }

        /// Removes those in the folder of the file at `path`, once for each folder.
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

        /// Removes a file of this user whose process is gone. Processes in other containers cannot be seen from here,
        /// but they hold locks.
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
