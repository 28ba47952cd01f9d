/// A MediaPipe graph whose results the pipeline matches.
public enum HandGraph: Sendable {
    /// The graph used by the tasks: the hand landmarker and the gesture recogniser.
    case tasks
    /// The graph used by Python's `mediapipe.solutions.hands` in version 0.10.21.
    ///
    /// It crops palms without the tasks' rotation of 26.6°, keeps hands that are found twice, and puts new hands first.
    /// It combines new hands with tracked ones in a different way, which can yield up to `2 * maximumHandCount - 1`
    /// hands in a video frame. It assumes mirrored images, so that a right hand is called left unless
    /// ``FrameOptions/isMirrored`` is set.
    case legacy
}

/// The differences between MediaPipe's graphs in the pipeline's steps. Each rule is described at its step.
struct PipelineVariant {
    /// Whether confidences must be between 0 and 1.
    let limitsConfidences: Bool
    let angles: AngleFunctions
    let corners: RegionCorners
    let palmPlacement: PalmPlacement
    let palmTarget: PalmTarget
    let handCropFit: HandCropFit
    /// How regions are joined in single images.
    let stillJoining: RegionJoining
    /// How regions are joined in videos.
    let videoJoining: RegionJoining
    /// The maximum number of regions to crop.
    let regionLimit: Int
    /// The presence that a hand must exceed.
    let minimumPresence: Float
    /// Whether only the first of several results for the same hand is kept.
    let dropsDuplicates: Bool
    let handNaming: HandNaming

    init(_ options: HandPipelineOptions) {
        switch options.graph {
        case .tasks:
            limitsConfidences = true
            angles = .rounded
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
            angles = .ofLibrary
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
