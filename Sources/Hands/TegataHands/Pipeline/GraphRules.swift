/// What the steps of the pipeline do otherwise in one graph of MediaPipe's than in another. Each rule is described
/// where its step is.
struct GraphRules {
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
