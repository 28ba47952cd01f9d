/// The size and components of an image.
struct Frame {
    let width: Int
    let height: Int
    /// Whether coefficients come in several scans.
    let isProgressive: Bool
    let components: [Component]
    /// The sampling of the components with most samples.
    let sampling: (horizontal: Int, vertical: Int)

    struct Component {
        let name: UInt8
        /// How many samples it has where others have one.
        let sampling: (horizontal: Int, vertical: Int)
        let quantisationTable: Int
        /// Set when the frame is known.
        fileprivate(set) var width = 0
        fileprivate(set) var height = 0
        /// The number of blocks with those that fill the last units.
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

    /// The number of units of interleaved scans: what of all components makes up a rectangle.
    let unitsPerRow: Int
    let unitRowCount: Int

    /// Reads the segment.
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

    /// Whether the components are red, green and blue by their names.
    var isNamedRGB: Bool { components.map { $0.name } == [0x52, 0x47, 0x42] }
}
