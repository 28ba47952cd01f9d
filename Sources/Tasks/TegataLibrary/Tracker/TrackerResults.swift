import CTegataLibrary
import TegataHands

extension HandPipelineResult {
    /// As a result of Tegata's C interface, in one piece of memory that is freed as such; with hands in space if
    /// `isMetric`, and with actions if `hasActions`.
    func report(isMetric: Bool, hasActions: Bool) throws(CallError) -> UnsafeMutablePointer<tegata_result> {
        var block = Block()
        block.add(1, tegata_result.self)
        block.add(hands.count, tegata_hand.self)
        if hasActions {
            block.add(hands.count, tegata_action.self)
            block.add(actionEvents.count, tegata_action_event.self)
        }
        if isMetric { block.add(hands.count, tegata_metric_hand.self) }
        for hand in hands {
            block.add(text: hand.gesture?.name)
            block.add(text: hand.action?.name)
        }
        for event in actionEvents { block.add(text: event.name) }
        guard block.allocate(), let result = block.take(1, tegata_result.self) else { throw .outOfMemory }
        let reports = block.take(hands.count, tegata_hand.self)
        let actions = hasActions ? block.take(hands.count, tegata_action.self) : nil
        let events = block.take(actionEvents.count, tegata_action_event.self)
        let metricReports = isMetric ? block.take(hands.count, tegata_metric_hand.self) : nil
        for (index, hand) in hands.enumerated() {
            reports?[index].fill(with: hand)
            reports?[index].gesture = hand.gesture.flatMap { UnsafePointer(block.take($0.name)) }
            metricReports?[index].fill(with: hand.metric)
            actions?[index] = tegata_action(
                name: hand.action.flatMap { UnsafePointer(block.take($0.name)) }, score: hand.action?.score ?? 0)
        }
        for (index, event) in actionEvents.enumerated() {
            events?[index] = tegata_action_event(
                hand_id: Int64(event.handIdentifier), name: UnsafePointer(block.take(event.name)))
        }
        result.pointee.hand_count = hands.count
        result.pointee.hands = reports.map { UnsafePointer($0) }
        result.pointee.metric_hands = metricReports.map { UnsafePointer($0) }
        result.pointee.actions = actions.map { UnsafePointer($0) }
        result.pointee.action_event_count = actionEvents.count
        result.pointee.action_events = events.map { UnsafePointer($0) }
        result.pointee.timings = tegata_timings(
            palm_image: timings.palmImage, palm_network: timings.palmNetwork, palm_decoding: timings.palmDecoding,
            hand_images: timings.handImages, hand_network: timings.handNetwork, hand_decoding: timings.handDecoding,
            gestures: timings.gestures, total: timings.total)
        return result
    }
}

extension tegata_hand {
    /// All but the name of the gesture.
    fileprivate mutating func fill(with hand: HandResult) {
        id = Int64(hand.identifier ?? -1)
        withUnsafeMutableBytes(of: &landmarks) { $0.fill(with: hand.landmarks) }
        withUnsafeMutableBytes(of: &world_landmarks) { $0.fill(with: hand.worldLandmarks) }
        rectangle = tegata_rectangle(hand.rectangle)
        presence = hand.presence
        handedness = Int32(hand.handedness.rawValue)
        handedness_score = hand.handednessScore
        gesture_score = hand.gesture?.score ?? 0
        gesture_is_custom = hand.gesture?.classifier == .custom ? 1 : 0
    }
}

extension tegata_metric_hand {
    fileprivate mutating func fill(with hand: MetricHand?) {
        let nowhere = HandPoint(x: .nan, y: .nan, z: .nan)
        is_known = hand == nil ? 0 : 1
        position = tegata_point(hand?.position ?? nowhere)
        distance_uncertainty = hand?.distanceUncertainty ?? .nan
        palm_normal = tegata_point(hand?.palmNormal ?? nowhere)
        pointing_direction = tegata_point(hand?.pointingRay.direction ?? nowhere)
        pinch_aperture = hand?.pinchAperture ?? .nan
        withUnsafeMutableBytes(of: &landmarks) { $0.fill(with: hand?.points ?? HandPoints { _ in nowhere }) }
    }
}

extension UnsafeMutableRawBufferPointer {
    fileprivate func fill(with points: HandPoints) {
        let places = bindMemory(to: tegata_point.self)
        for index in places.indices { places[index] = tegata_point(points[index]) }
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
        withUnsafeMutableBytes(of: &keypoints) { bytes in
            let coordinates = bytes.bindMemory(to: Float.self)
            for keypoint in PalmDetection.Keypoint.allCases {
                coordinates[2 * keypoint.rawValue] = palm[keypoint].x
                coordinates[2 * keypoint.rawValue + 1] = palm[keypoint].y
            }
        }
    }
}

/// Palms as Tegata's C interface has them, in one piece of memory that is freed as such.
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
