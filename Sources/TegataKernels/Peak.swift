import TegataKernelABI

/// Multiply-adds in registers that do not wait for each other. Twelve variables, because to fill an array of them the compiler would call a
/// function that all CPU levels share.
@inline(never)
func runPeak(_ arguments: UnsafePointer<PeakArguments>) {
    let vectors = arguments.pointee.vectors
    var a = Lane(at: vectors + 0 * Lane.lanes)
    var b = Lane(at: vectors + 1 * Lane.lanes)
    var c = Lane(at: vectors + 2 * Lane.lanes)
    var d = Lane(at: vectors + 3 * Lane.lanes)
    var e = Lane(at: vectors + 4 * Lane.lanes)
    var f = Lane(at: vectors + 5 * Lane.lanes)
    var g = Lane(at: vectors + 6 * Lane.lanes)
    var h = Lane(at: vectors + 7 * Lane.lanes)
    var i = Lane(at: vectors + 8 * Lane.lanes)
    var j = Lane(at: vectors + 9 * Lane.lanes)
    var k = Lane(at: vectors + 10 * Lane.lanes)
    var l = Lane(at: vectors + 11 * Lane.lanes)
    let factor = Lane(at: vectors + 12 * Lane.lanes)
    let addend = Lane(at: vectors + 13 * Lane.lanes)
    for _ in 0..<arguments.pointee.rounds {
        a = addend.adding(a, times: factor)
        b = addend.adding(b, times: factor)
        c = addend.adding(c, times: factor)
        d = addend.adding(d, times: factor)
        e = addend.adding(e, times: factor)
        f = addend.adding(f, times: factor)
        g = addend.adding(g, times: factor)
        h = addend.adding(h, times: factor)
        i = addend.adding(i, times: factor)
        j = addend.adding(j, times: factor)
        k = addend.adding(k, times: factor)
        l = addend.adding(l, times: factor)
    }
    a.store(at: vectors + 0 * Lane.lanes)
    b.store(at: vectors + 1 * Lane.lanes)
    c.store(at: vectors + 2 * Lane.lanes)
    d.store(at: vectors + 3 * Lane.lanes)
    e.store(at: vectors + 4 * Lane.lanes)
    f.store(at: vectors + 5 * Lane.lanes)
    g.store(at: vectors + 6 * Lane.lanes)
    h.store(at: vectors + 7 * Lane.lanes)
    i.store(at: vectors + 8 * Lane.lanes)
    j.store(at: vectors + 9 * Lane.lanes)
    k.store(at: vectors + 10 * Lane.lanes)
    l.store(at: vectors + 11 * Lane.lanes)
}
