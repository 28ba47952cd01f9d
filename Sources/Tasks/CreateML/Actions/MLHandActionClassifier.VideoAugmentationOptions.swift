extension MLHandActionClassifier {
    /// A stand-in for how videos are changed by chance in training. Key points are changed, not pixels, which costs
    /// next to nothing.
    ///
    /// Beyond that hands are always seen a little from elsewhere, and with fingers a little longer or shorter.
    public struct VideoAugmentationOptions: OptionSet, Hashable, Codable, Sendable {
        /// One bit for each change.
        public let rawValue: Int

        /// Makes options of bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Left hands become right ones and the other way round.
        public static let horizontallyFlip = VideoAugmentationOptions(rawValue: 1)
        /// Hands are turned in the picture.
        public static let rotate = VideoAugmentationOptions(rawValue: 2)
        /// Hands are moved in the picture.
        public static let translate = VideoAugmentationOptions(rawValue: 4)
        /// Hands become larger or smaller.
        public static let scale = VideoAugmentationOptions(rawValue: 8)
        /// Actions become faster or slower, with frames between the given ones.
        public static let interpolateFrames = VideoAugmentationOptions(rawValue: 16)
        /// Frames are lost, and those before them stay.
        public static let dropFrames = VideoAugmentationOptions(rawValue: 32)
    }
}
