extension MLHandPoseClassifier {
    /// A stand-in for how pictures are changed by chance in training. Key points are changed, not pixels, which costs
    /// next to nothing.
    ///
    /// Beyond that hands are always seen a little from elsewhere, and with fingers a little longer or shorter.
    public struct ImageAugmentationOptions: OptionSet, Hashable, Codable, Sendable {
        /// One bit for each change.
        public let rawValue: Int

        /// Makes options of bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Left hands become right ones and the other way round.
        public static let horizontallyFlip = ImageAugmentationOptions(rawValue: 1)
        /// Hands are turned in the picture.
        public static let rotate = ImageAugmentationOptions(rawValue: 2)
        /// Hands are moved in the picture.
        public static let translate = ImageAugmentationOptions(rawValue: 4)
        /// Hands become larger or smaller.
        public static let scale = ImageAugmentationOptions(rawValue: 8)
    }
}
