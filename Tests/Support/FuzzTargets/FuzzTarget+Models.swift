import ModelWalk
import TegataBuffers
import TegataFormats

extension FuzzTarget {
    static let models = [
        FuzzTarget("zip") { (bytes) throws(ModelFormatError) in
            let archive = try ZipArchive(bytes: bytes, file: "file.zip")
            for member in archive.members {
                use(try? archive.data(of: member))
                if try archive.holdsArchive(member) { use(try? archive.archive(in: member).members) }
            }
        },
        FuzzTarget("tflite") { (bytes) throws(ModelFormatError) in
            try walk(bytes, file: "file.tflite")
        },
        FuzzTarget("metadata") { (bytes) throws(ModelFormatError) in
            use(try ModelMetadata(bytes: bytes, file: "file.tflite"))
        },
        FuzzTarget("bundle") { (bytes) throws(ModelFormatError) in
            try walk(bytes, file: "file.task")
        },
    ]
}
