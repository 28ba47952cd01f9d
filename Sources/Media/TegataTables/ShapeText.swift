/// Such as `1×192×192×3`.
package func shapeText(_ shape: [Int]) -> String {
    shape.isEmpty ? "scalar" : shape.map(String.init).joined(separator: "×")
}
