import TegataHands

extension HandPipelineOptions {
    /// By the names that tasks have for them.
    init(
        numHands: Int, minHandDetectionConfidence: Float, minHandPresenceConfidence: Float,
        minTrackingConfidence: Float, tracking: TrackingOptions
    ) {
        self.init()
        maximumHandCount = numHands
        minimumDetectionConfidence = minHandDetectionConfidence
        minimumPresenceConfidence = minHandPresenceConfidence
        minimumTrackingConfidence = minTrackingConfidence
        self.tracking = tracking
    }
}
