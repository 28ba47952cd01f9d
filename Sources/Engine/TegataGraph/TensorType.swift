import TegataFormats

/// Shape and element type of a tensor.
package struct TensorType: Equatable, Sendable, CustomStringConvertible {
    package var shape: Shape
    package var element: ElementType

    package init(_ shape: Shape, _ element: ElementType = .float32) {
        self.shape = shape
        self.element = element
    }

    package var byteCount: Int { shape.count * element.byteCount }

    package var description: String { "\(element) \(shape)" }
}
