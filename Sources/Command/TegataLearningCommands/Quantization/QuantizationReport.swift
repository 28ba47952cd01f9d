import TegataQuantization
import TegataRecords
import TegataReport
import TegataTool

/// The costs and gains of 8-bit weights, product by product and for the whole network.
struct QuantizationReport {
    struct Product {
        let name: String
        let weightCount: Int
        /// The mean landmark error, in crop pixels, if only this product has 8-bit weights.
        let error: Double
        /// The number of bytes that 8-bit weights save.
        let savedByteCount: Int
        /// Whether the product has 8-bit weights in the file.
        let isQuantized: Bool
    }

    let products: [Product]
    let errors: LandmarkErrors
    let crops: CalibrationCrops
    let sizes: FileSizes

    func text(_ style: Style) -> String {
        var table = TextTable(Self.columns)
        for product in products { table.add(cells(of: product)) }
        return
            (table.lines(style: style) + [
                "",
                "landmarks    \(fixed(errors.largest, 2)) px at worst, \(fixed(errors.percentile99, 2)) px at the 99th"
                    + " percentile, \(fixed(errors.rootMeanSquare, 2)) px rms of the 224 px crop",
                "measured on  \(crops.description), against single precision",
            ] + sizes.lines).joined(separator: "\n")
    }

    func page(title: String) -> TablePage {
        TablePage(
            title: title,
            figures: [
                (megabytes(sizes.file.after), "instead of \(megabytes(sizes.file.before))"),
                (fixed(errors.rootMeanSquare, 2) + " px", "root mean square error of landmarks in the 224 px crop"),
                (fixed(errors.percentile99, 2) + " px", "at the 99th percentile"),
                (fixed(errors.largest, 2) + " px", "at worst"),
            ],
            basis: "Errors are against single precision, on \(crops.description).",
            columns: Self.columns.map(\.title), rows: products.map(cells))
    }

    func json(file: String) -> String {
        JSONWriter.object { json in
            json.member("file", file)
            sizes.write(to: &json)
            json.member("crops", crops.inputs.count)
            json.member("hands", crops.handCount)
            json.member("drawn", crops.areDrawn)
            json.member("cropsSHA256", crops.fingerprint)
            json.object("error") { json in
                json.member("max", errors.largest)
                json.member("p99", errors.percentile99)
                json.member("rms", errors.rootMeanSquare)
            }
            json.array("products", products) { json, product in
                json.object { json in
                    json.member("name", product.name)
                    json.member("weights", product.weightCount)
                    json.member("error", product.error)
                    json.member("savedBytes", product.savedByteCount)
                    json.member("quantized", product.isQuantized)
                }
            }
        }
    }

    private static let columns: [(title: String, alignment: TextTable.Alignment)] = [
        ("product", .left), ("weights", .right), ("error alone", .right), ("saves", .right), ("in the file", .left),
    ]

    private func cells(of product: Product) -> [String] {
        [
            product.name, "\(product.weightCount)", fixed(product.error, 3) + " px",
            "\(product.savedByteCount / 1000) kB", product.isQuantized ? "8 bits" : "kept",
        ]
    }
}

/// The sizes in bytes of the landmark network and of its file, before and after.
struct FileSizes {
    let network: (before: Int, after: Int)
    let file: (before: Int, after: Int)

    var lines: [String] {
        [
            "network      \(megabytes(network.before)) → \(megabytes(network.after))",
            "file         \(megabytes(file.before)) → \(megabytes(file.after))",
        ]
    }

    func write(to json: inout JSONWriter) {
        json.member("bytes", file.after)
        json.member("bytesBefore", file.before)
        json.member("networkBytes", network.after)
        json.member("networkBytesBefore", network.before)
    }
}

private func megabytes(_ count: Int) -> String { fixed(Double(count) / 1e6, 2) + " MB" }
