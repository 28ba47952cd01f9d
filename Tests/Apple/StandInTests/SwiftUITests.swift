import SwiftUI
import Synchronization
import Testing

/// A view model as in phone apps, which import only SwiftUI for all of its parts.
private final class HandModel: ObservableObject {
    @Published var picture: UIImage?
    @Published var tip: CGPoint = .zero
}

/// A view model with the newer observation.
@Observable
private final class HandState {
    var count = 0
}

@Suite("View models")
struct SwiftUITests {
    @Test func publishesChangesOfViewModels() {
        let model = HandModel()
        var tips: [CGPoint] = []
        let subscription = model.$tip.sink { tips.append($0) }
        model.tip = CGPoint(x: 1, y: 2)
        #expect(tips == [.zero, CGPoint(x: 1, y: 2)] && model.picture == nil)
        subscription.cancel()
    }

    @Test func announcesChangesOfObservableObjects() {
        let state = HandState()
        let changes = Mutex(0)
        withObservationTracking {
            _ = state.count
        } onChange: {
            changes.withLock { $0 += 1 }
        }
        state.count = 2
        #expect(state.count == 2 && changes.withLock { $0 } == 1)
    }
}
