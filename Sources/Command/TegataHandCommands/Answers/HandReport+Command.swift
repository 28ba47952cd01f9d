import TegataImages
import TegataReport
import TegataTool

extension HandReport {
    /// The report that the user asked for, if any.
    convenience init?(_ arguments: Arguments) throws(CommandError) {
        guard let path = try arguments.value(of: OutputOption.html) else { return nil }
        let names = arguments.operands.map { $0 == "-" ? "standard input" : PictureFiles.fileName($0) }
        let title = names.count > 3 ? "\(names[0]) and \(names.count - 1) others" : names.joined(separator: ", ")
        let hasMetric = try arguments.value(of: MetricOption.camera) != nil
        do throws(ImageFileError) {
            try self.init(writingTo: path, title: title, hasMetric: hasMetric)
        } catch {
            throw .failure(error.description)
        }
    }
}
