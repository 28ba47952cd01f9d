import TegataCommand
import Testing

/// What machines say about themselves.
struct MachineTests {
    private static let board = [
        "/proc/cpuinfo": "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd08\n",
        "/proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0",
        "/proc/meminfo": "MemTotal:        3884356 kB\nMemFree: 1 kB\n",
        "/proc/sys/kernel/osrelease": "6.6.51+rpt-rpi-v8\n",
        "/proc/self/comm": "tegata\n",
    ]
    private static let server = [
        "/proc/cpuinfo": "vendor_id\t: AuthenticAMD\nmodel\t\t: 1\nmodel name\t: AMD EPYC\nflags: fpu\n"
    ]

    @Test func describesABoard() {
        let machine = Machine(architecture: "arm64") { Self.board[$0] ?? "" }
        #expect(machine.board == "Raspberry Pi 4 Model B Rev 1.4")
        #expect(machine.processor == "implementer 0x41, part 0xd08")
        #expect(machine.memoryMebibytes == 3793)
        #expect(machine.system == "Linux 6.6.51+rpt-rpi-v8")
        #expect(!machine.isEmulated)
    }

    @Test func describesAMachineWithoutDeviceTree() {
        let machine = Machine(architecture: "x86_64") { Self.server[$0] ?? "" }
        #expect(machine.board == nil)
        #expect(machine.processor == "AMD EPYC")
        #expect(machine.memoryMebibytes == nil)
        #expect(!machine.isEmulated)
    }

    @Test(arguments: [
        // A program for arm64 on a server, and one for x86-64 on a board.
        ("arm64", server, ""),
        ("x86_64", board, ""),
        // An emulator of programs for the same processor, and emulated machines.
        ("x86_64", server, "qemu-x86_64"),
        ("x86_64", ["/proc/cpuinfo": "vendor_id: AuthenticAMD\nmodel name: QEMU Virtual CPU version 2.5+\n"], ""),
        ("x86_64", ["/proc/cpuinfo": "vendor_id: AuthenticAMD\nmodel name: QEMU TCG CPU version 7.2\n"], ""),
    ])
    func recognisesEmulators(_ architecture: String, _ files: [String: String], _ program: String) {
        let machine = Machine(architecture: architecture) { path in
            path == "/proc/self/comm" && !program.isEmpty ? program : files[path] ?? ""
        }
        #expect(machine.isEmulated)
    }

    @Test func knowsThisMachine() {
        let machine = Machine()
        #expect(["x86_64", "arm64"].contains(machine.architecture))
        #expect(machine.memoryMebibytes ?? 0 > 0)
    }
}
