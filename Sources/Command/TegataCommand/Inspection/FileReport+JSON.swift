import TegataFormats
import TegataRecords

extension FileReport {
    /// The report for programs, as a single JSON object on one line.
    var json: String {
        JSONWriter.object { json in
            json.member("file", name)
            json.member("bytes", byteCount)
            if let members {
                json.array("members", members) { json, member in
                    json.object { json in
                        json.member("path", member.path.joined(separator: ":"))
                        json.member("bytes", member.entry.size)
                        json.member("compressedBytes", member.entry.compressedSize)
                        json.member("offset", member.fileOffset)
                        json.member("method", member.entry.methodName)
                        json.member("crc32", member.entry.checksumText)
                    }
                }
            }
            json.array("networks", networks) { json, network in network.write(to: &json) }
            classifier?.write(to: &json)
        }
    }
}

extension NetworkReport {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("address", name)
            json.member("schemaVersion", file.model.version)
            json.member("description", file.model.description)
            json.array("inputs", inputs) { $1.write(to: &$0) }
            json.array("outputs", outputs) { $1.write(to: &$0) }
            json.member("parameterBytes", parameterByteCount)
            json.member("multiplyAccumulates", multiplyAccumulates)
            if let channels {
                json.member("channels", channels.count)
                json.member("neededChannels", channels.needed)
            }
            json.array("operators", operators) { json, entry in
                json.object { json in
                    json.member("name", entry.name)
                    json.member("count", entry.count)
                    json.member("multiplyAccumulates", entry.multiplyAccumulates)
                }
            }
            json.array("signatures", file.model.signatures) { json, signature in
                json.object { json in
                    json.member("key", signature.key)
                    json.member("inputs", signature.inputs.map(\.name))
                    json.member("outputs", signature.outputs.map(\.name))
                }
            }
            if let metadata = file.metadata {
                json.object("metadata") { json in
                    json.member("name", metadata.name)
                    json.member("description", metadata.description)
                    json.member("version", metadata.version)
                    json.member("author", metadata.author)
                    json.member("licence", metadata.license)
                    json.member("minimumParserVersion", metadata.minimumParserVersion)
                    writeFiles(metadata.associatedFiles + metadata.subgraphs.flatMap(\.associatedFiles), to: &json)
                }
            } else {
                json.member("metadata", String?.none)
            }
            json.array("appendedFiles", appendedFiles) { json, member in
                json.object { json in
                    json.member("name", member.name)
                    json.member("bytes", member.size)
                }
            }
            json.member("runnable", problem == nil)
            if let problem { json.member("problem", problem) }
        }
    }
}

extension NetworkReport.Tensor {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("name", name)
            json.member("type", type)
            json.member("shape", shape)
            if let metadata {
                json.member("metadataName", metadata.name)
                json.member("description", metadata.description)
                json.member("content", metadata.content?.summary)
            }
            if let normalization {
                json.object("normalization") { json in
                    json.member("means", normalization.means)
                    json.member("standardDeviations", normalization.standardDeviations)
                }
            }
            if let scoreThreshold { json.member("scoreThreshold", scoreThreshold) }
            if !labels.isEmpty { json.member("labels", labels) }
            if let files = metadata?.associatedFiles, !files.isEmpty { writeFiles(files, to: &json) }
        }
    }
}

private func writeFiles(_ files: [AssociatedFile], to json: inout JSONWriter) {
    json.array("associatedFiles", files) { json, file in
        json.object { json in
            json.member("name", file.name)
            json.member("description", file.description)
            json.member("locale", file.locale)
            json.member("version", file.version)
        }
    }
}
