import Foundation

/// An error whose description has its text, as on Apple's systems.
final class TasksError: NSError, @unchecked Sendable {
    init(_ code: TasksErrorCode, _ text: String) {
        super.init(
            domain: TasksErrorDomain, code: Int(code.rawValue), userInfo: [NSLocalizedDescriptionKey: text])
    }

    @available(*, unavailable, message: "Errors of tasks are not read from archives.")
    required init?(coder: NSCoder) {
        fatalError("unavailable")
    }

    override var description: String {
        "Error Domain=\(domain) Code=\(code) \"\(localizedDescription)\""
    }
}
