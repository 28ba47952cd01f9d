import TegataTool

/// What the system tells about the machine.
package struct Machine {
    /// The name of the board; nil for machines without a device tree.
    package let board: String?
    package let processor: String
    package let architecture: String
    package let memoryMebibytes: Int?
    /// The name and release of the kernel.
    package let system: String
    /// Whether an emulator runs the program, so that times mean nothing.
    package let isEmulated: Bool

    /// Describes a machine from the text of its system's files.
    package init(architecture: String = Self.ownArchitecture, file: (_ path: String) -> String = Self.text) {
        let information = Self.lines(file("/proc/cpuinfo"))
        func value(_ name: String) -> String? { information.first { $0.name == name }?.value }
        let part = value("CPU part").map { "implementer \(value("CPU implementer") ?? "?"), part \($0)" }
        let model = Self.trimmed(file("/proc/device-tree/model"))
        board = model.isEmpty ? nil : model
        processor = value("model name") ?? part ?? "unknown"
        self.architecture = architecture
        memoryMebibytes = Self.lines(file("/proc/meminfo")).first { $0.name == "MemTotal" }
            .flatMap { Int($0.value.filter(\.isNumber)) }.map { $0 >> 10 }
        system = "Linux " + Self.trimmed(file("/proc/sys/kernel/osrelease"))
        // An emulator of programs shows the processor on which it runs, and its name as the program's.
        let isForeign = architecture == "x86_64" ? value("vendor_id") == nil : architecture == "arm64" && part == nil
        isEmulated =
            isForeign || processor.contains("QEMU") || processor.contains("TCG")
            || file("/proc/self/comm").hasPrefix("qemu-")
    }

    /// The temperature of the processor in degrees Celsius; nil if the system does not tell it.
    static var celsius: Double? {
        Double(trimmed(text("/sys/class/thermal/thermal_zone0/temp"))).map { $0 / 1000 }
    }

    /// The clock of the first core in megahertz; nil if the system does not tell it.
    static var megahertz: Int? {
        Int(trimmed(text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq"))).map { $0 / 1000 }
    }

    /// The architecture for which the program was compiled.
    package static var ownArchitecture: String {
        #if arch(x86_64)
            "x86_64"
        #elseif arch(arm64)
            "arm64"
        #else
            "other"
        #endif
    }

    /// Returns the text of a file; empty if it cannot be read.
    package static func text(_ path: String) -> String { (try? System.readSmallFile(path)) ?? "" }

    /// Returns the names and values of lines such as `name : value`.
    private static func lines(_ text: String) -> [(name: String, value: String)] {
        text.split(separator: "\n").compactMap { line in
            line.firstIndex(of: ":").map { (trimmed(line[..<$0]), trimmed(line[line.index(after: $0)...])) }
        }
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        // A device tree ends its texts with a zero.
        let isOuter: (Character) -> Bool = { $0.isWhitespace || $0 == "\0" }
        var text = text.drop(while: isOuter)
        while let last = text.last, isOuter(last) { text = text.dropLast() }
        return String(text)
    }
}
