import CTegataLibrary

/// The memory layout of the structs of tegata.h, for callers that do not read C. The header documents the format.
///
/// Names, types and defaults come from the compiler, so that a field is declared in the header alone.
struct StructLayout {
    /// The layouts of all structs, each after the structs that it contains.
    static var text: String {
        let options = tegata_options.usual
        let values: [Any] = [
            tegata_error(), tegata_plane(), tegata_image(), tegata_frame(), options.canned, options.search,
            options.camera, options.poses, options, tegata_point(), tegata_rectangle(), tegata_hand(),
            tegata_metric_hand(), tegata_joint_angles(), tegata_quaternion(), tegata_joints(), tegata_action(),
            tegata_action_event(), tegata_timings(), tegata_result(), tegata_palm(), tegata_palms(),
        ]
        return values.map { StructLayout($0).lines.joined() }.joined()
    }

    let lines: [String]

    /// Describes a struct with its defaults.
    private init(_ value: Any) {
        var (end, fields) = (0, [String]())
        for child in Mirror(reflecting: value).children {
            let (size, alignment) = extent(of: child.value)
            let offset = (end + alignment - 1) / alignment * alignment
            end = offset + size
            let elements = Mirror(reflecting: child.value)
            let isArray = elements.displayStyle == .tuple
            let first = isArray ? elements.children.first?.value ?? child.value : child.value
            let count = isArray ? elements.children.count : 1
            var words = [child.label ?? "", Self.name(of: first), "\(count)", "\(offset)"]
            if !isArray, let text = Self.text(of: first) { words.append(text) }
            fields.append(words.joined(separator: " ") + "\n")
        }
        lines = ["\(type(of: value)) \(extent(of: value).size)\n"] + fields
    }

    private static func name(of value: Any) -> String {
        switch value {
        case is Float: "f\(extent(of: value).size)"
        case is Int32, is Int64, is Int: "i\(extent(of: value).size)"
        case is UInt64, is tegata_status: "u\(extent(of: value).size)"
        case _ where type(of: value) == UnsafePointer<CChar>?.self: "text"
        case _ where Mirror(reflecting: value).displayStyle == .optional: "pointer"
        default: "\(type(of: value))"
        }
    }

    /// Returns nil for values that are not numbers.
    private static func text(of value: Any) -> String? {
        switch value {
        case is Float, is Int32, is Int64, is Int, is UInt64: "\(value)"
        case let status as tegata_status: "\(status.rawValue)"
        default: nil
        }
    }
}

/// Returns the size and the alignment of a value.
private func extent<Value>(of value: Value) -> (size: Int, alignment: Int) {
    (MemoryLayout<Value>.size, MemoryLayout<Value>.alignment)
}
