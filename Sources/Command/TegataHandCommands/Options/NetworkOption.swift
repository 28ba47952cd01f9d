import TegataBuffers
import TegataFormats
import TegataHands
import TegataInference
import TegataKernelSelection
import TegataSystem
import TegataTool

/// The options for preparing and running networks.
package enum NetworkOption {
    static let backend = Option<NetworkOptions.Backend>.choice(
        "--backend",
        "library for matrix products: simd (Tegata's kernels), blas (OpenBLAS), or automatic, which uses OpenBLAS only"
            + " if Tegata would otherwise use its baseline kernels on a processor with fused multiply-add (default:"
            + " automatic)")
    static let level = Option<String>.text(
        "--isa", "NAME",
        "CPU level of the kernels to use; tegata bench --levels lists the levels (default: $TEGATA_ISA, or the best"
            + " that the CPU supports)",
        values: .names(allKernelLevelNames()))
    package static let threads = Option<Int>.integer(
        "--threads", "N", in: 1...64,
        "number of threads; results are the same for every N (default: all free cores)")
    static let disabledPass = Option<String>.text(
        "--disable-pass", "NAME",
        "skip one optimisation pass of the network, to compare results; repeat to skip more; an unknown name lists all"
            + " passes",
        values: .names(Network.passNames))

    static let fast = Flag(
        "--fast", "use faster arithmetic that rounds differently from LiteRT; palm detection takes 6 % less time")

    package static let precision = Option<HandPrecision>.choice(
        "--precision",
        "precision of the networks: single, half (float16 except for palm detection), all-half, or int8 (8 bits in most"
            + " matrix products of the landmark network); not every processor supports all of them (default: single)")

    package static func group(with others: [OptionDescription] = []) -> OptionGroup {
        OptionGroup("Precision and speed", others + all)
    }

    package static let all = [
        fast.description, precision.description, backend.description, level.description, threads.description,
        disabledPass.description,
    ]
}

extension NetworkOptions {
    /// Reads the network options from the arguments; throws a usage error for unknown names.
    package init(_ arguments: Arguments) throws {
        self.init(
            level: try arguments.value(of: NetworkOption.level),
            backend: try arguments.value(of: NetworkOption.backend) ?? .automatic,
            disabledPasses: try arguments.values(of: NetworkOption.disabledPass),
            allowsOtherRounding: arguments.has(NetworkOption.fast),
            precision: try arguments.precision().ofNetworks)
        do { _ = try kernelSet(named: level) } catch {
            throw .usage((level == nil ? "TEGATA_ISA: " : "--isa: ") + error.description)
        }
        if precision != .single {
            do {
                if precision == .half { _ = try float16KernelSet() } else { _ = try int8KernelSet() }
            } catch {
                throw .usage("--precision: \(error.description)")
            }
            guard backend != .blas else { throw .usage("--precision: \(NetworkError.precisionWithOpenBLAS)") }
        }
        for name in disabledPasses where !Network.passNames.contains(name) {
            throw .usage(
                "--disable-pass: there is no pass \(name); choose from \(Network.passNames.joined(separator: ", "))")
        }
    }
}

extension HandPrecision {
    /// The precision of networks that are loaded on their own.
    package var ofNetworks: NetworkOptions.Precision {
        switch self {
        case .single: .single
        case .half, .allHalf: .half
        case .int8: .int8
        }
    }
}

extension Arguments {
    /// Returns the precision of the hand networks.
    package func precision() throws -> HandPrecision {
        try value(of: NetworkOption.precision) ?? .single
    }

    /// Returns the number of threads.
    package func threadCount() throws -> Int {
        MemoryNeeds.threadCount(try value(of: NetworkOption.threads) ?? ProcessorCount.available)
    }

    /// Returns the threads for networks: as many as the user specified, or as many as the processors can run.
    /// A trace file records what they do.
    package func team(_ file: TraceFile? = nil) throws -> ThreadTeam {
        guard let count = try value(of: NetworkOption.threads) else {
            return ThreadTeam(adaptingUpTo: MemoryNeeds.threadCount(.max), trace: file?.trace)
        }
        return ThreadTeam(count: MemoryNeeds.threadCount(count), trace: file?.trace)
    }
}

extension Network {
    /// Opens, reads and prepares the network at an address such as `FILE.tflite` or `BUNDLE.task:MEMBER.tflite`.
    package convenience init(at address: String, _ options: NetworkOptions) throws {
        let address = ModelAddress(address)
        let bytes = try Bytes(mappingFileAt: address.file)
        try ForeignFile.refuseAsModel(bytes, file: address.file)
        try MemoryNeeds.require(forFileOf: bytes.count, address.file)
        let file = try NetworkFile(address)
        try self.init(file.model, file: file.file, options: options)
    }
}
