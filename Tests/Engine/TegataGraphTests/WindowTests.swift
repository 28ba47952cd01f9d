import TegataGraph
import Testing

@Suite struct WindowTests {
    @Test func skipsWindowRowsOutsideTheImage() {
        let window = Window(height: 5, width: 5, strideHeight: 2, strideWidth: 2, padTop: 1, padLeft: 1)
        #expect((0..<3).map { window.rowsInside(y: $0, height: 6) } == [1..<5, 0..<5, 0..<3])
        #expect(window.inputRow(y: 2, windowRow: 2) == 5)
    }

    @Test func keepsThePositionsOfDilatedRows() {
        let window = Window(
            height: 3, width: 1, strideHeight: 1, strideWidth: 1, dilationHeight: 4, dilationWidth: 1, padTop: 4,
            padLeft: 0)
        #expect((0..<6).map { window.rowsInside(y: $0, height: 6) } == [1..<3, 1..<3, 1..<2, 1..<2, 0..<2, 0..<2])
    }

    @Test func findsNoRowsForWindowsInsidePadding() {
        let window = Window(height: 2, width: 2, strideHeight: 1, strideWidth: 1, padTop: 3, padLeft: 3)
        #expect(window.rowsInside(y: 0, height: 2).isEmpty)
        #expect(window.rowsInside(y: 6, height: 2).isEmpty)
    }
}
