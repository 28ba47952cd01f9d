import TegataBuffers
import TegataTables

extension FuzzTarget {
    static let tables = [
        FuzzTarget("json") { (bytes) throws(TableFileError) in
            use(try JSONReader.value(bytes.array(), file: "file.json"))
        },
        FuzzTarget("csv") { (bytes) throws(TableFileError) in
            use(try DelimitedText(bytes.array(), file: "file.csv"))
        },
        FuzzTarget("npy") { (bytes) throws(NPYError) in
            let array = try NPYArray(bytes, file: "file.npy")
            array.forEachFloat { _, value in use(value) }
            array.forEachInteger { _, value in use(value) }
        },
    ]
}
