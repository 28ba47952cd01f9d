#if canImport(Glibc) || canImport(Musl)
    import TegataSystem

    extension Bytes {
        /// Maps the file at `path` into memory without reading it.
        ///
        /// The file must not be shortened while the bytes are in use.
        public init(mappingFileAt path: String) throws(TegataError) {
            do { try self.init(mapping: path) } catch { throw TegataError(error) }
        }

        /// As ``init(mappingFileAt:)``, for those who put the reason into errors of their own.
        package init(mapping path: String) throws(FileError) {
            let memory = try InputFile.map(path)
            guard memory.count > 0 else {
                self.init([])
                return
            }
            self.init(adopting: memory, giveBack: { InputFile.giveBack($0) }, release: { InputFile.unmap($0) })
        }

        /// Reads the file or, if accepted, pipe at `path`, which must not have more than `limit` bytes.
        ///
        /// For files that others may rewrite meanwhile: a mapped one would take the process with it.
        package init(readingFileAt path: String, atMost limit: Int, acceptingPipes: Bool = true) throws(FileError) {
            let contents = try InputFile.contents(of: path, atMost: limit, acceptingPipes: acceptingPipes)
            try self.init(copying: contents, of: path)
        }

        /// Reads what the process was given to read, up to its end; errors call it `name`.
        package init(readingStandardInputCalled name: String, atMost limit: Int) throws(FileError) {
            try self.init(copying: try InputFile.contentsOfStandardInput(called: name, atMost: limit), of: name)
        }

        private init(copying contents: [UInt8], of path: String) throws(FileError) {
            guard SystemMemory.has(contents.count) else {
                throw FileError(path: path, reason: .systemError(operation: "read", code: ENOMEM))
            }
            self.init(contents)
        }
    }
#endif
