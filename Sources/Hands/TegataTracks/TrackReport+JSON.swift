import TegataBuffers
import TegataHands
import TegataRecords

extension TrackReport {
    /// The report as one line of JSON.
    package var json: String {
        JSONWriter.object { json in
            if let source = frames.first?.source { json.member("source", source) }
            writeOrigin(to: &json)
            json.member("frames", frames.count)
            let duration = frames.isEmpty ? 0 : elapsed(from: milliseconds(0), to: milliseconds(frames.count - 1))
            json.member("durationMs", Int(clamping: duration))
            json.member("framesWithoutHand", framesWithoutHand)
            json.member("score", score)
            json.array("tracks", tracks) { json, track in
                json.object { json in
                    json.member("id", track.identifier)
                    json.member("handedness", track.handedness.name)
                    writeRange(track.first, track.last, to: &json)
                    json.member("frames", track.frameCount)
                    json.member("interpolated", track.interpolatedCount)
                }
            }
            json.array("faults", faults) { json, fault in
                json.object { json in
                    json.member("kind", fault.kind.rawValue)
                    json.member("ids", fault.identifiers)
                    writeRange(fault.first, fault.last, to: &json)
                }
            }
            json.array("seconds", stretches) { json, stretch in
                json.object { json in
                    writeRange(stretch.first, stretch.last, to: &json)
                    json.member("score", stretch.score)
                    json.member("faults", stretch.faultCount)
                }
            }
        }
    }

    private func writeOrigin(to json: inout JSONWriter) {
        json.member("tegata", Version.number)
        if let origin {
            json.member("model", origin.model)
            json.member("options", origin.options)
        }
        json.member("results", resultHash)
        if origin != nil { json.member("hash", hash) }
    }

    private func milliseconds(_ frame: Int) -> Milliseconds { frames[frame].milliseconds }

    private func writeRange(_ first: Int, _ last: Int, to json: inout JSONWriter) {
        json.member("first", frames[first].frame?.index ?? first)
        json.member("last", frames[last].frame?.index ?? last)
        json.member("firstMs", Int(milliseconds(first)))
        json.member("lastMs", Int(milliseconds(last)))
    }
}
