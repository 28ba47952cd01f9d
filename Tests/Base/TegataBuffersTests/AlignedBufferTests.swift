import TegataBuffers
import Testing

@Suite struct AlignedBufferTests {
    @Test(arguments: [1, 100, 4096, 5 << 20])
    func allocatesZeroedAlignedMemory(count: Int) {
        let buffer = AlignedBuffer(byteCount: count, alignment: 4096)
        #expect(Int(bitPattern: buffer.base) % 4096 == 0)
        #expect(buffer.count == count)
        #expect(UnsafeRawBufferPointer(start: buffer.base, count: count).allSatisfy { $0 == 0 })
    }

    /// Parts are zeroed even if the memory was used before, and they keep the owner alive.
    @Test func zeroesPartsAndKeepsTheirOwner() {
        var owner: AlignedBuffer? = AlignedBuffer(reserving: 3 << 20, filled: 3 << 20)
        guard let whole = owner else { return }
        whole.base.initializeMemory(as: UInt8.self, repeating: 7, count: whole.count)
        let part = AlignedBuffer(whole, at: 128, byteCount: 1000)
        owner = nil
        #expect(part.base == whole.base + 128)
        #expect(UnsafeRawBufferPointer(start: part.base, count: 1000).allSatisfy { $0 == 0 })
        #expect((part.base + 1000).load(as: UInt8.self) == 7)
        #expect((part.base - 1).load(as: UInt8.self) == 7)
    }
}
