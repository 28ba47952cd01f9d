import TegataHands
import TegataRecords
import TegataVideo

extension Diagnosis {
    /// The diagnosis for programs, as a single JSON object on one line.
    package var json: String {
        JSONWriter.object { json in
            json.member("version", Version.number)
            json.object("processor") { json in
                json.member("levels", levels)
                json.member("used", try? level.get())
            }
            json.member("threads", threadCount)
            json.member("handBundle", bundle(named: Self.handBundle)?.path)
            json.member("gestureBundle", bundle(named: Self.gestureBundle)?.path)
            json.member("folders", folders)
            json.array("bundles", bundles) { json, bundle in bundle.write(to: &json) }
            json.array("pictureLibraries", pictureLibraries) { json, library in
                json.object { json in
                    json.member("name", library.name)
                    json.member("usable", library.problem == nil)
                    json.member("problem", library.problem)
                }
            }
            json.object("ffmpeg") { json in
                switch videoProgram {
                case .version(let version):
                    json.member("version", version.description)
                    json.member("problem", String?.none)
                case .unusable(let reason):
                    json.member("version", String?.none)
                    json.member("problem", reason)
                }
            }
            json.array("cameras", cameras) { json, camera in
                json.object { json in
                    json.member("path", camera.path)
                    json.member("name", camera.name)
                    json.member("allowed", camera.isAllowed)
                }
            }
            json.object("openBLAS") { json in
                json.member("usable", blasProblem == nil)
                json.member("problem", blasProblem)
            }
            json.array("missing", faults) { json, fault in
                json.object { json in
                    json.member("what", fault.what)
                    json.member("remedy", fault.remedy)
                }
            }
        }
    }
}

extension FoundBundle {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("path", path)
            json.member("bytes", byteCount)
            switch content {
            case .known(let description): json.writeContent(isKnown: true, isUsable: true, description)
            case .unknown(let description): json.writeContent(isKnown: false, isUsable: true, description)
            case .unusable(let reason): json.writeContent(isKnown: false, isUsable: false, reason)
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func writeContent(isKnown: Bool, isUsable: Bool, _ description: String) {
        member("known", isKnown)
        member("usable", isUsable)
        member("description", description)
    }
}
