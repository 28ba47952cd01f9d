import TegataHands
import TegataRecords

/// The data of some consecutive frames: the values that plots need from all frames are separate from points and lists,
/// which are read frame by frame.
struct PackedFrames {
    private(set) var frames = PackedNumbers()
    private(set) var points = PackedNumbers()
    private let fields: [HandField]
    private let hasJoints: Bool

    init(hasMetric: Bool, hasJoints: Bool) {
        fields = HandField.ofPages(hasMetric: hasMetric)
        self.hasJoints = hasJoints
    }

    var isEmpty: Bool { frames.count == 0 }

    /// Whether the block is large enough to be written. The page unpacks such a block in a few milliseconds.
    var isFull: Bool { points.count >= 192 << 10 || frames.count >= 48 << 10 }

    mutating func removeAll() {
        frames.removeAll()
        points.removeAll()
    }

    mutating func append(_ picture: FrameRecord, _ texts: inout StringTable) {
        frames.append(picture.frame?.index ?? 0)
        frames.append(picture.frame?.milliseconds ?? 0)
        frames.append(
            (picture.frame == nil ? 0 : 1) | (picture.hasGestures ? 2 : 0) | (picture.actionEvents == nil ? 0 : 4)
                as UInt32)
        frames.append(small: texts.number(of: picture.source))
        frames.append(small: picture.width)
        frames.append(small: picture.height)
        frames.append(small: picture.hands.count)
        let actions = picture.actionEvents ?? []
        frames.append(small: picture.gestureEvents.count + actions.count)
        for hand in picture.hands { append(hand, hasGestures: picture.hasGestures, &texts) }
        for event in picture.gestureEvents {
            frames.append(event.handIdentifier)
            frames.append(event.milliseconds)
            frames.append(small: GestureEvent.Kind.allCases.firstIndex(of: event.kind) ?? 0)
            frames.append(small: texts.number(of: event.name))
        }
        for action in actions {
            frames.append(action.handIdentifier)
            frames.append(0)
            frames.append(small: GestureEvent.Kind.allCases.count)
            frames.append(small: texts.number(of: action.name))
        }
    }

    /// Appends a bit mask of the hand's fields (the first field is the lowest bit), the offset of its points and lists,
    /// and its values.
    private mutating func append(_ hand: HandResult, hasGestures: Bool, _ texts: inout StringTable) {
        let offset = points.count
        var short = PackedNumbers()
        var present: UInt32 = 0
        for (index, field) in fields.enumerated() where hasGestures || !field.isOfGestures {
            let isPresent =
                field.isShort ? short.append(field, of: hand, &texts) : points.append(field, of: hand, &texts)
            if isPresent { present |= 1 << UInt32(index) }
        }
        frames.append(present)
        frames.append(small: offset)
        frames.append(short)
        if hasJoints { append(hand.joints) }
    }

    /// Appends the plotted angles, and the positions of the skeleton's joints in the landmarks' coordinate system.
    private mutating func append(_ joints: HandJoints) {
        for angle in PlottedAngle.all { frames.append(angle.value(joints)) }
        for joint in 0..<HandSkeleton.count {
            let position = joints.skeleton[joint].position
            points.append(position.x)
            points.append(-position.y)
            points.append(-position.z)
        }
    }
}

/// A joint angle that pages plot.
struct PlottedAngle: Sendable {
    let name: String
    let value: @Sendable (HandJoints) -> Float

    /// The flexions of all joints, followed by the abductions of the fingers' bases.
    static let all =
        HandLandmark.allCases.filter(HandJoints.canBend).map { joint in
            PlottedAngle(name: "\(joint.name) flexion") { $0[joint]?.flexion ?? 0 }
        }
        + HandLandmark.allCases.filter { $0.index % 4 == 1 }.map { joint in
            PlottedAngle(name: "\(joint.name) abduction") { $0[joint]?.abduction ?? 0 }
        }
}

extension HandField {
    /// Whether the plots or the hand's label need the field.
    var isShort: Bool {
        switch content {
        case .points, .knownPoints: false
        default: column != nil
        }
    }

    /// The fields of each hand in pages, in order.
    static func ofPages(hasMetric: Bool) -> [HandField] {
        // Pages show skeletons as joints.
        all.filter { (hasMetric || !$0.isMetric) && !$0.isOfSkeleton && !$0.isOfRevision }
    }
}

extension PackedNumbers {
    /// Appends the hand's value of the field; returns false if it has none.
    fileprivate mutating func append(_ field: HandField, of hand: HandResult, _ texts: inout StringTable) -> Bool {
        switch field.content {
        case .integer(let value):
            guard let value = value(hand) else { return false }
            append(value)
        case .category(let value):
            guard let value = value(hand) else { return false }
            append(value, &texts)
        case .listedCategory(let value):
            let category = value(hand)
            append(small: category == nil ? 0 : 1)
            if let category { append(category, &texts) }
        case .categories(let value):
            guard let value = value(hand) else { return false }
            append(small: value.count)
            for category in value { append(category, &texts) }
        case .points(let value): append(value(hand))
        case .knownPoints(let value):
            guard let points = value(hand) else { return false }
            append(points)
        case .place(let value):
            guard let place = value(hand) else { return false }
            append(CollectionOfOne(place))
        case .number(let value):
            guard let number = value(hand) else { return false }
            append(number)
        case .numbers(let value):
            guard let value = value(hand) else { return false }
            append(small: value.count)
            for number in value { append(number) }
        }
        return true
    }

    private mutating func append(_ points: some Sequence<HandPoint>) {
        for point in points {
            append(point.x)
            append(point.y)
            append(point.z)
        }
    }

    private mutating func append(_ category: HandCategory, _ texts: inout StringTable) {
        append(UInt32(bitPattern: Int32(clamping: category.index)))
        append(category.score)
        append(small: texts.number(of: category.name))
        append(small: texts.number(of: category.displayName))
    }
}

/// Consecutive little-endian numbers, as the page reads them.
struct PackedNumbers {
    private(set) var bytes: [UInt8] = []

    var count: Int { bytes.count }

    mutating func append(_ value: UInt32) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Appends a small number that is not negative.
    mutating func append(small value: Int) {
        append(UInt32(clamping: value))
    }

    mutating func append(_ value: Int) {
        withUnsafeBytes(of: Int64(value).littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ value: Float) {
        append(value.bitPattern)
    }

    mutating func append(_ text: String) {
        append(small: text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    mutating func append(_ numbers: PackedNumbers) {
        bytes += numbers.bytes
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }
}

/// The page's strings, each stored once.
struct StringTable {
    private(set) var texts: [String] = []
    /// The numbers by UTF-8 bytes, because Swift strings are equal even if their characters are encoded differently.
    private var numbers: [[UInt8]: Int] = [:]

    /// Returns the number of a string, adding it if it is new.
    mutating func number(of text: String) -> Int {
        let bytes = Array(text.utf8)
        if let number = numbers[bytes] { return number }
        numbers[bytes] = texts.count
        texts.append(text)
        return texts.count - 1
    }
}

extension [UInt8] {
    /// Returns the bytes in padded base64.
    func base64() -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((count + 2) / 3 * 4)
        let alphabet = base64Alphabet.span
        var index = 0
        while index < count {
            let present = Swift.min(3, count - index)
            var bits = UInt32(self[index]) << 16
            if present > 1 { bits |= UInt32(self[index + 1]) << 8 }
            if present > 2 { bits |= UInt32(self[index + 2]) }
            text.append(alphabet[Int(bits >> 18)])
            text.append(alphabet[Int(bits >> 12 & 63)])
            text.append(present > 1 ? alphabet[Int(bits >> 6 & 63)] : UInt8(ascii: "="))
            text.append(present > 2 ? alphabet[Int(bits & 63)] : UInt8(ascii: "="))
            index += 3
        }
        return text
    }
}

private let base64Alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
