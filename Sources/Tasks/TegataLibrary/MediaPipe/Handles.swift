/// The tasks and images that there are.
enum Handles {
    static let pictures = HandleTable<Picture>(kind: 1)
    static let landmarkers = HandleTable<HandTask>(kind: 2)
    static let recognizers = HandleTable<HandTask>(kind: 3)
    static let trackers = HandleTable<Tracker>(kind: 4)
}
