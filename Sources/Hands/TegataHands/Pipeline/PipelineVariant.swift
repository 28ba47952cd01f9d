/// A graph of MediaPipe's whose numbers the pipeline gives.
public enum HandGraph: Sendable {
    /// That of the tasks: the hand landmarker and the gesture recogniser.
    case tasks
    /// That of Python's `mediapipe.solutions.hands`, as the package has it in version 0.10.21.
    ///
    /// It looks at palms without the tasks' turn of 26.6°, keeps hands that are found twice, has its own way to join
    /// new hands with tracked ones, which can give up to `2 * maximumHandCount - 1` hands in a frame of a video, and
    /// puts new ones first. Its names of hands are those of mirrored pictures, so that a right hand is called left
    /// unless ``FrameOptions/isMirrored`` is set.
    case legacy
}

/// What the steps of the pipeline do otherwise in one graph of MediaPipe's than in another. Each rule is described
/// where its step is.
struct PipelineVariant {
    /// Whether confidences must be between 0 and 1.
    let limitsConfidences: Bool
    let corners: RegionCorners
    let palmPlacement: PalmPlacement
    let palmTarget: PalmTarget
    let handCropFit: HandCropFit
    /// Of single pictures.
    let stillJoining: RegionJoining
    /// Of videos.
    let videoJoining: RegionJoining
    /// Of how many regions crops are made at most.
    let regionLimit: Int
    /// The presence that a hand must exceed.
    let minimumPresence: Float
    /// Whether of hands that are one hand found twice only the first stays.
    let dropsDuplicates: Bool
    let handNaming: HandNaming

    init(_ options: HandPipelineOptions) {
        switch options.graph {
        case .tasks:
            limitsConfidences = true
            corners = .fromAngle
            palmPlacement = .byMatrix
            palmTarget = .ninetyRadians
            handCropFit = .stretched
            stillJoining = .palmsAlone
            videoJoining = .earlierStay(limit: options.minimumTrackingConfidence)
            regionLimit = options.maximumHandCount
            minimumPresence = options.minimumPresenceConfidence
            dropsDuplicates = true
            handNaming = .ofPictures
        case .legacy:
            limitsConfidences = false
            corners = .mirroredAtCenter
            palmPlacement = .byLetterbox
            palmTarget = .quarterTurn
            handCropFit = .letterboxed
            stillJoining = .laterStay(limit: 0.5)
            videoJoining = .laterStay(limit: 0.5)
            regionLimit = .max
            minimumPresence = options.minimumTrackingConfidence
            dropsDuplicates = false
            handNaming = .ofMirroredPictures
        }
    }
}
