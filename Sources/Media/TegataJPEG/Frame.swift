/// The size and components of an image.
struct Frame {
    let width: Int
    let height: Int
    /// Whether the coefficients may be spread over several scans.
    let isProgressive: Bool
    let components: [Component]
    /// The highest sampling factors among the components.
    let sampling: (horizontal: Int, vertical: Int)

    struct Component {
        let name: UInt8
        /// The sampling factors: the component's number of samples in each unit, relative to others.
        let sampling: (horizontal: Int, vertical: Int)
        let quantisationTable: Int
        /// Set once the frame is known.
        fileprivate(set) var width = 0
        fileprivate(set) var height = 0
        /// The number of blocks in a row, including those that only fill up the last unit.
        fileprivate(set) var blocksPerRow = 0
        fileprivate(set) var blockRowCount = 0

        init(name: UInt8, sampling: UInt8, quantisationTable: Int) {
            self.name = name
            self.sampling = (Int(sampling >> 4), Int(sampling & 0xF))
            self.quantisationTable = quantisationTable
        }

        /// The number of samples in a row of blocks.
        var stride: Int { 8 * blocksPerRow }
    }

    /// The number of units in a row of an interleaved scan; a unit has the blocks of all components for a rectangle of
    /// the image.
    let unitsPerRow: Int
    let unitRowCount: Int

    /// Reads the frame header segment.
    init(_ segments: inout Segments, isProgressive: Bool) throws(Fault) {
        let length = segments.nextWord()
        guard segments.nextByte() == 8 else { throw Fault(unsupported: "JPEG with samples of more than 8 bits is") }
        height = segments.nextWord()
        width = segments.nextWord()
        let count = Int(segments.nextByte())
        guard [1, 3, 4].contains(count), length == 8 + 3 * count else { throw Fault("bad frame header") }
        var components: [Component] = []
        for _ in 0..<count {
            let component = Component(
                name: segments.nextByte(), sampling: segments.nextByte(),
                quantisationTable: Int(segments.nextByte()))
            guard 1...4 ~= component.sampling.horizontal, 1...4 ~= component.sampling.vertical,
                component.quantisationTable < 4
            else { throw Fault("bad frame header") }
            components.append(component)
        }
        let horizontal = components.reduce(1) { max($0, $1.sampling.horizontal) }
        let vertical = components.reduce(1) { max($0, $1.sampling.vertical) }
        unitsPerRow = (width + 8 * horizontal - 1) / (8 * horizontal)
        unitRowCount = (height + 8 * vertical - 1) / (8 * vertical)
        for index in components.indices {
            let component = components[index]
            guard horizontal % component.sampling.horizontal == 0, vertical % component.sampling.vertical == 0 else {
                throw Fault("sampling in uneven steps")
            }
            components[index].width = (width * component.sampling.horizontal + horizontal - 1) / horizontal
            components[index].height = (height * component.sampling.vertical + vertical - 1) / vertical
            components[index].blocksPerRow = unitsPerRow * component.sampling.horizontal
            components[index].blockRowCount = unitRowCount * component.sampling.vertical
        }
        sampling = (horizontal, vertical)
        self.isProgressive = isProgressive
        self.components = components
    }

    /// Whether the components' names identify them as red, green and blue.
    var isNamedRGB: Bool { components.map { $0.name } == [0x52, 0x47, 0x42] }
}
