import TegataImages
import TegataReport

extension HandReport {
    /// The report that the user asked for, if any.
    convenience init?(_ arguments: Arguments) throws(CommandError) {
        guard let path = try arguments.value(of: OutputOption.html) else { return nil }
        let names = arguments.operands.map { $0 == "-" ? "standard input" : PictureFiles.fileName($0) }
        let title = names.count > 3 ? "\(names[0]) and \(names.count - 1) others" : names.joined(separator: ", ")
        do throws(ImageFileError) {
            try self.init(writingTo: path, title: title)
        } catch {
            throw .failure(error.description)
        }
    }

    /// Adds what was found in a picture, which may be smaller than the one that was looked at.
    func append(_ picture: @autoclosure () -> RGBImage, _ hands: HandsOfPicture) throws(ImageFileError) {
        try append(
            picture(), source: hands.source, width: hands.width, height: hands.height, frame: hands.frame?.index,
            timestampMs: hands.frame?.milliseconds, hands: hands.hands, hasGestures: hands.hasGestures,
            gestureEvents: hands.gestureEvents)
    }
}
