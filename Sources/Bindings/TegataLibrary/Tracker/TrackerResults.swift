import CTegataLibrary
import TegataHands
import TegataRecords

extension HandPipelineResult {
    /// Returns the result in Tegata's C interface, in one block of memory that is freed as a whole. It includes hands
    /// in space if `isMetric`, skeletons if `hasSkeletons`, actions if `hasActions`, joints if `hasJoints`, and JSON of
    /// events if `hasEventJSON`.
    func report(
        isMetric: Bool, hasSkeletons: Bool, hasActions: Bool, hasJoints: Bool, json: String?,
        events happened: [HandEvents.Event], hasEventJSON: Bool
    ) throws(CallError) -> UnsafeMutablePointer<tegata_result> {
        var block = Block()
        block.add(1, tegata_result.self)
        block.add(hands.count, tegata_hand.self)
        if hasActions {
            block.add(hands.count, tegata_action.self)
            block.add(actionEvents.count, tegata_action_event.self)
        }
        if isMetric { block.add(hands.count, tegata_metric_hand.self) }
        if hasJoints { block.add(hands.count, tegata_joints.self) }
        if hasSkeletons { block.add(hands.count, tegata_skeleton.self) }
        for hand in hands {
            block.add(text: hand.gesture?.name)
            block.add(text: hand.action?.name)
        }
        for event in actionEvents { block.add(text: event.name) }
        let eventTexts = hasEventJSON ? happened.map { $0.json } : []
        block.add(happened.count, tegata_event.self)
        for event in happened {
            block.add(text: event.kind)
            block.add(text: event.name)
        }
        for text in eventTexts { block.add(text: text) }
        block.add(text: json)
        guard block.allocate(), let result = block.take(1, tegata_result.self) else { throw .outOfMemory }
        let reports = block.take(hands.count, tegata_hand.self)
        let actions = hasActions ? block.take(hands.count, tegata_action.self) : nil
        let events = block.take(actionEvents.count, tegata_action_event.self)
        let happenings = block.take(happened.count, tegata_event.self)
        let metricReports = isMetric ? block.take(hands.count, tegata_metric_hand.self) : nil
        let jointReports = hasJoints ? block.take(hands.count, tegata_joints.self) : nil
        let skeletons = hasSkeletons ? block.take(hands.count, tegata_skeleton.self) : nil
        for (index, hand) in hands.enumerated() {
            jointReports?[index].fill(with: hand.joints)
            reports?[index].fill(with: hand)
            reports?[index].gesture = hand.gesture.flatMap { UnsafePointer(block.take($0.name)) }
            metricReports?[index].fill(with: hand)
            skeletons?[index].fill(with: hand.skeletonLandmarks)
            actions?[index] = tegata_action(
                name: hand.action.flatMap { UnsafePointer(block.take($0.name)) }, score: hand.action?.score ?? 0)
        }
        for (index, event) in actionEvents.enumerated() {
            events?[index] = tegata_action_event(
                hand_id: Int64(event.handIdentifier), name: UnsafePointer(block.take(event.name)))
        }
        for (index, event) in happened.enumerated() {
            happenings?[index] = tegata_event(
                hand_id: Int64(event.handIdentifier), kind: UnsafePointer(block.take(event.kind)),
                name: UnsafePointer(block.take(event.name)), duration_ms: Int64(event.milliseconds),
                json: hasEventJSON ? UnsafePointer(block.take(eventTexts[index])) : nil)
        }
        result.pointee.event_count = happened.count
        result.pointee.events = happenings.map { UnsafePointer($0) }
        result.pointee.hand_count = hands.count
        result.pointee.hands = reports.map { UnsafePointer($0) }
        result.pointee.metric_hands = metricReports.map { UnsafePointer($0) }
        result.pointee.actions = actions.map { UnsafePointer($0) }
        result.pointee.action_event_count = actionEvents.count
        result.pointee.action_events = events.map { UnsafePointer($0) }
        result.pointee.joints = jointReports.map { UnsafePointer($0) }
        result.pointee.skeletons = skeletons.map { UnsafePointer($0) }
        result.pointee.json = json.flatMap { UnsafePointer(block.take($0)) }
        result.pointee.timings = tegata_timings(
            palm_image: timings.palmImage, palm_network: timings.palmNetwork, palm_decoding: timings.palmDecoding,
            hand_images: timings.handImages, hand_network: timings.handNetwork, hand_decoding: timings.handDecoding,
            gestures: timings.gestures, total: timings.total)
        return result
    }
}

extension tegata_hand {
    /// Sets all fields except the name of the gesture.
    fileprivate mutating func fill(with hand: HandResult) {
        withUnsafeMutableBytes(of: &self) { bytes in
            for field in RecordedField.ofHands { field.write(hand, into: bytes) }
        }
        id = Int64(hand.identifier ?? -1)
        fillAll(&landmarks) { tegata_point(hand.landmarks[$0]) }
        fillAll(&world_landmarks) { tegata_point(hand.worldLandmarks[$0]) }
        rectangle = tegata_rectangle(hand.rectangle)
        presence = hand.presence
        handedness = Int32(hand.handedness.rawValue)
        handedness_score = hand.handednessScore
        gesture_score = hand.gesture?.score ?? 0
        gesture_is_custom = hand.gesture?.classifier == .custom ? 1 : 0
    }
}

extension tegata_metric_hand {
    fileprivate mutating func fill(with hand: HandResult) {
        let nowhere = HandPoint(x: .nan, y: .nan, z: .nan)
        withUnsafeMutableBytes(of: &self) { bytes in
            for field in RecordedField.inSpace { field.write(hand, into: bytes) }
        }
        is_known = hand.metric == nil ? 0 : 1
        pointing_direction = tegata_point(hand.metric?.pointingRay.direction ?? nowhere)
        fillAll(&landmarks) { tegata_point(hand.metric?.points[$0] ?? nowhere) }
    }
}

extension tegata_skeleton {
    fileprivate mutating func fill(with points: HandPoints?) {
        is_known = points == nil ? 0 : 1
        fillAll(&landmarks) { tegata_point(points?[$0] ?? HandPoint(x: .nan, y: .nan, z: .nan)) }
    }
}

/// A number or place of a hand that ``HandField`` describes, and that a struct of C has under the name of its column.
private struct RecordedField: Sendable {
    static let ofHands = all(in: "tegata_hand", isMetric: false)
    static let inSpace = all(in: "tegata_metric_hand", isMetric: true)

    private let content: HandField.Content
    private let offset: Int

    private static func all(in owner: String, isMetric: Bool) -> [RecordedField] {
        var all: [RecordedField] = []
        for place in LibraryLayout.fields(of: owner) {
            for field in HandField.all where field.isMetric == isMetric {
                guard let column = field.column, column.utf8.elementsEqual(place.name.utf8) else { continue }
                all.append(RecordedField(content: field.content, offset: place.offset))
            }
        }
        return all
    }

    func write(_ hand: HandResult, into bytes: UnsafeMutableRawBufferPointer) {
        switch content {
        case .number(let number):
            bytes.storeBytes(of: number(hand) ?? .nan, toByteOffset: offset, as: Float.self)
        case .place(let place):
            let point = place(hand) ?? HandPoint(x: .nan, y: .nan, z: .nan)
            bytes.storeBytes(of: tegata_point(point), toByteOffset: offset, as: tegata_point.self)
        default: break
        }
    }
}

extension tegata_joints {
    fileprivate mutating func fill(with joints: HandJoints) {
        confidence = joints.confidence
        fillAll(&finger_states) { Int32(joints.fingers[$0].state.rawValue) }
        fillAll(&finger_confidences) { joints.fingers[$0].confidence }
        fillAll(&finger_curls) { joints.fingers[$0].curl }
        fillAll(&angles) {
            let bend = joints.bends[$0]
            return tegata_joint_angles(flexion: bend.flexion, abduction: bend.abduction, twist: bend.twist)
        }
        fillAll(&visibility) { joints.visibility[$0] }
        fillAll(&pinch_strengths) { joints.pinches[$0].strength }
        fillAll(&pinch_distances) { joints.pinches[$0].distance }
        grab_strength = joints.grabStrength
        pointing_origin = tegata_point(joints.pointingRay.origin)
        pointing_direction = tegata_point(joints.pointingRay.direction)
        fillAll(&positions) { tegata_point(joints.skeleton[$0].position) }
        fillAll(&orientations) { tegata_quaternion(joints.skeleton[$0].orientation) }
        fillAll(&local_orientations) { tegata_quaternion(joints.skeleton[$0].localOrientation) }
        fillAll(&radii) { joints.skeleton[$0].radius }
    }
}

/// Fills a C array, which Swift imports as a tuple, with the values of `element` for each index.
func fillAll<Array, Element>(_ array: inout Array, _ element: (Int) -> Element) {
    withUnsafeMutableBytes(of: &array) { bytes in
        let places = bytes.bindMemory(to: Element.self)
        for index in places.indices { places[index] = element(index) }
    }
}

extension tegata_quaternion {
    fileprivate init(_ turn: Quaternion) {
        self.init(x: turn.x, y: turn.y, z: turn.z, w: turn.w)
    }
}

extension tegata_point {
    fileprivate init(_ point: HandPoint) {
        self.init(x: point.x, y: point.y, z: point.z)
    }
}

extension tegata_rectangle {
    fileprivate init(_ rectangle: HandRectangle) {
        self.init(
            center_x: rectangle.centerX, center_y: rectangle.centerY, width: rectangle.width, height: rectangle.height,
            rotation: rectangle.rotation)
    }
}

extension tegata_palm {
    fileprivate mutating func fill(with palm: PalmDetection) {
        score = palm.score
        (x, y, width, height) = (palm.box.x, palm.box.y, palm.box.width, palm.box.height)
        hand = tegata_rectangle(palm.handRectangle)
        fillAll(&keypoints) { palm.keypoints[$0 / 2][$0 % 2] }
    }
}

/// Returns palms in Tegata's C interface, in one block of memory that is freed as a whole.
func report(_ palms: [PalmDetection]) throws(CallError) -> UnsafeMutablePointer<tegata_palms> {
    var block = Block()
    block.add(1, tegata_palms.self)
    block.add(palms.count, tegata_palm.self)
    guard block.allocate(), let result = block.take(1, tegata_palms.self) else { throw .outOfMemory }
    let reports = block.take(palms.count, tegata_palm.self)
    for (index, palm) in palms.enumerated() { reports?[index].fill(with: palm) }
    result.pointee = tegata_palms(palm_count: palms.count, palms: reports.map { UnsafePointer($0) })
    return result
}
