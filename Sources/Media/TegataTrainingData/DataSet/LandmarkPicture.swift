/// The hands that were found in a picture, as this program writes them.
struct LandmarkPicture {
    /// The path of the picture or video.
    let source: String
    /// The label that was written beside them.
    let label: String?
    /// Whether it is one of a video.
    let isFrame: Bool
    let milliseconds: Double?
    var hands: [LandmarkLine.Hand]
    /// How many there are with those whose points are damaged.
    var handCount: Int
    let place: DataPlace
}
