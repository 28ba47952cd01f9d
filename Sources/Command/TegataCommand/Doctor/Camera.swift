import TegataTool

/// A video device of this machine.
package struct Camera: Equatable, Sendable {
    package let path: String
    /// What its driver calls it; empty where the system does not tell.
    package let name: String
    /// Whether the user may read from it.
    package let isAllowed: Bool

    package init(path: String, name: String, isAllowed: Bool) {
        self.path = path
        self.name = name
        self.isAllowed = isAllowed
    }

    /// All of them, by number. None is opened, which could disturb a program that uses it.
    static func all() -> [Camera] {
        let numbers = ((try? System.namesInFolder("/dev")) ?? []).compactMap { name in
            name.hasPrefix("video") ? Int(name.dropFirst(5)) : nil
        }
        return numbers.sorted().map { number in
            let path = "/dev/video\(number)"
            let name = try? System.readSmallFile("/sys/class/video4linux/video\(number)/name")
            return Camera(
                path: path, name: name?.split(separator: "\n").first.map(String.init) ?? "",
                isAllowed: System.mayReadAndWrite(path))
        }
    }
}
