import TegataBuffers

/// The way from the root to a table; turned into text only when an error needs it.
package indirect enum FlatBufferPath: Sendable {
    case root
    case below(FlatBufferPath, StaticString, index: Int?)

    var isRoot: Bool {
        if case .root = self { true } else { false }
    }

    /// Text such as "subgraph 0, operator 12".
    package var label: String {
        guard case .below(let parent, let name, let index) = self else { return "" }
        let own = index.map { "\(name) \($0)" } ?? name.description
        return parent.isRoot ? own : parent.label + ", " + own
    }
}
