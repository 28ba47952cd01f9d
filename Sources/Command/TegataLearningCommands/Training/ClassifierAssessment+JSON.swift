import TegataAnswers
import TegataReport
import TegataTraining

extension ClassifierAssessment {
    /// One object; `more` writes members behind the usual ones.
    func json(_ more: (inout JSONWriter) -> Void = { _ in }) -> String {
        var json = JSONWriter()
        json.object { json in
            json.member("accuracy", metrics.map(\.accuracy))
            json.member("macroF1", metrics.map(\.macroF1))
            json.member("unknown", unknownShare)
            json.member("classes", labels)
            json.member("confusion", metrics?.confusion ?? [])
            json.member("background", background.map { labels[$0] })
            json.member("calibrationError", calibrationError)
            json.member("judged", metrics?.count ?? 0)
            json.member("foundLate", foundLateCount)
            writeLabels(to: &json)
            if let stream {
                json.object("stream") { json in
                    json.member("falseAlarms", stream.falseAlarms)
                    json.member("backgroundSeconds", stream.backgroundSeconds)
                    json.member("falseAlarmsPerMinute", stream.falseAlarmsPerMinute)
                    json.member("actions", stream.actions)
                    json.member("found", stream.found)
                    json.member("latencySeconds", stream.latency)
                    json.member("basis", stream.basis)
                }
            }
            json.array("mistakes", mistakes) { json, mistake in
                json.object { json in
                    json.member("source", mistake.source)
                    json.member("label", mistake.label)
                    json.member("answer", mistake.answer)
                    json.member("confidence", mistake.confidence)
                    json.member("isSuspect", mistake.isSuspect)
                }
            }
            json.member("notices", notices)
            more(&json)
        }
        return json.text
    }

    private func writeLabels(to json: inout JSONWriter) {
        json.array("labels", classes) { json, row in
            let label = labels.firstIndex(of: row.label)
            json.object { json in
                json.member("label", row.label)
                json.member("examples", row.items)
                json.member("withoutHand", row.withoutHand)
                json.member("unreadable", row.unreadable)
                json.member("precision", label.flatMap { metrics?.precision($0) })
                json.member("recall", label.flatMap { metrics?.recall($0) })
                json.member("f1", label.flatMap { metrics?.f1($0) })
                let foreign = foreign.first { $0.label == row.label }
                json.member(
                    "unknown", foreign?.unnamed ?? label.flatMap { $0 < unnamed.count ? unnamed[$0] : nil })
                json.member("isKnown", label != nil)
            }
        }
    }
}
