/// How a plane's elements cover the pixels of a buffer.
struct PlaneLayout: Equatable {
    /// Pixels that an element covers, in each direction.
    var columns = 1
    var rows = 1
    var bytesPerElement: Int

    func width(ofBuffer width: Int) -> Int { (width - 1) / columns + 1 }
    func height(ofBuffer height: Int) -> Int { (height - 1) / rows + 1 }
}
