import CTegataLibrary
import TegataHands
import TegataSystem

/// A result of one of MediaPipe's tasks. Its contents are in one block of memory.
protocol TaskResult: SendableMetatype {
    /// Allocates memory with `malloc`; free it with ``release()``.
    init(_ result: HandPipelineResult) throws(CallError)

    /// Frees the contents of the result and empties it.
    mutating func release()
}

extension MpHandLandmarkerResult: TaskResult {
    init(_ result: HandPipelineResult) throws(CallError) {
        let parts = try ResultParts(result.hands, hasGestures: false)
        self.init(
            handedness: parts.handedness, handedness_count: parts.count, hand_landmarks: parts.landmarks,
            hand_landmarks_count: parts.count, hand_world_landmarks: parts.worldLandmarks,
            hand_world_landmarks_count: parts.count)
    }

    mutating func release() {
        free(handedness)
        self = MpHandLandmarkerResult()
    }
}

extension MpGestureRecognizerResult: TaskResult {
    init(_ result: HandPipelineResult) throws(CallError) {
        // Like MediaPipe, return nothing at all if no gesture qualifies.
        let hands = result.hands.contains { $0.gesture != nil } ? result.hands : []
        let parts = try ResultParts(hands, hasGestures: true)
        self.init(
            gestures: parts.gestures, gestures_count: parts.gestureCount, handedness: parts.handedness,
            handedness_count: parts.count, hand_landmarks: parts.landmarks, hand_landmarks_count: parts.count,
            hand_world_landmarks: parts.worldLandmarks, hand_world_landmarks_count: parts.count)
    }

    mutating func release() {
        free(gestures)
        self = MpGestureRecognizerResult()
    }
}

/// The common parts of the results of MediaPipe's two tasks, in one block of memory that begins with the first part.
struct ResultParts {
    private(set) var gestures: UnsafeMutablePointer<MpCategories>?
    private(set) var handedness: UnsafeMutablePointer<MpCategories>?
    private(set) var landmarks: UnsafeMutablePointer<MpNormalizedLandmarks>?
    private(set) var worldLandmarks: UnsafeMutablePointer<MpLandmarks>?
    /// The number of hands. The number of gestures excludes hands without a qualifying gesture, as in MediaPipe.
    let count: UInt32
    private(set) var gestureCount: UInt32 = 0

    /// Creates the parts from hands, with a recogniser's gestures if `hasGestures` is true.
    init(_ hands: [HandResult], hasGestures: Bool) throws(CallError) {
        count = UInt32(hands.count)
        guard !hands.isEmpty else { return }
        let pointCount = hands.count * HandPoints.count
        var block = Block()
        block.add((hasGestures ? 2 : 1) * hands.count, MpCategories.self)
        block.add((hasGestures ? 2 : 1) * hands.count, MpCategory.self)
        block.add(hands.count, MpNormalizedLandmarks.self)
        block.add(hands.count, MpLandmarks.self)
        block.add(pointCount, MpNormalizedLandmark.self)
        block.add(pointCount, MpLandmark.self)
        if hasGestures {
            for hand in hands { block.add(text: hand.gesture?.name) }
        }
        guard block.allocate() else { throw .outOfMemory }
        if hasGestures { gestures = block.take(hands.count, MpCategories.self) }
        handedness = block.take(hands.count, MpCategories.self)
        let gestureCategories = hasGestures ? block.take(hands.count, MpCategory.self) : nil
        let categories = block.take(hands.count, MpCategory.self)
        landmarks = block.take(hands.count, MpNormalizedLandmarks.self)
        worldLandmarks = block.take(hands.count, MpLandmarks.self)
        let points = block.take(pointCount, MpNormalizedLandmark.self)
        let worldPoints = block.take(pointCount, MpLandmark.self)
        for (index, hand) in hands.enumerated() {
            let name = hand.handedness.constantName
            categories?[index] = MpCategory(
                index: Int32(hand.handedness.rawValue), score: hand.handednessScore, category_name: name,
                display_name: name)
            handedness?[index] = MpCategories(categories: categories.map { $0 + index }, categories_count: 1)
            if let gesture = hand.gesture, let place = gestureCategories.map({ $0 + Int(gestureCount) }) {
                // The index is meaningless, because the gesture can come from either classifier.
                place.pointee = MpCategory(
                    index: -1, score: gesture.score, category_name: block.take(gesture.name),
                    display_name: constantText(""))
                gestures?[Int(gestureCount)] = MpCategories(categories: place, categories_count: 1)
                gestureCount += 1
            }
            let first = index * HandPoints.count
            landmarks?[index].landmarks = points.map { $0 + first }
            landmarks?[index].landmarks_count = UInt32(HandPoints.count)
            worldLandmarks?[index].landmarks = worldPoints.map { $0 + first }
            worldLandmarks?[index].landmarks_count = UInt32(HandPoints.count)
            for point in 0..<HandPoints.count {
                let (inPicture, inWorld) = (hand.landmarks[point], hand.worldLandmarks[point])
                points?[first + point].x = inPicture.x
                points?[first + point].y = inPicture.y
                points?[first + point].z = inPicture.z
                worldPoints?[first + point].x = inWorld.x
                worldPoints?[first + point].y = inWorld.y
                worldPoints?[first + point].z = inWorld.z
            }
        }
    }
}

/// Returns a text that belongs to the program itself and is never freed.
private func constantText(_ text: StaticString) -> UnsafeMutablePointer<CChar> {
    UnsafeMutableRawPointer(mutating: text.utf8Start).assumingMemoryBound(to: CChar.self)
}

extension Handedness {
    fileprivate var constantName: UnsafeMutablePointer<CChar> {
        self == .right ? constantText("Right") : constantText("Left")
    }
}
