/// What is made of pictures beside answers, by the threads that answer.
struct StillsPictures: Sendable {
    let choices: PictureChoices
    let annotated: AnnotatedPictures?
    let crops: HandCrops?
    /// Whether a report wants them.
    let areReported: Bool
}
