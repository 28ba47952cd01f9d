/// The name of the file for a tensor: what is neither letter, digit, `.`, `_` nor `-` becomes `_`.
package func fileName(forTensor name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-": result.unicodeScalars.append(scalar)
        default: result += "_"
        }
    }
    return result
}
