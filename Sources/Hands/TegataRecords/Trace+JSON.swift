import TegataInference

extension Trace {
    /// Writes the events in the Trace Event format, for Perfetto and chrome://tracing. `write` receives the text in
    /// parts.
    package func writeJSON(_ write: (UnsafeRawBufferPointer) -> Void) {
        let (events, labels, threadNames) = (events, labels, threadNames)
        let start = events.reduce(.max) { min($0, $1.start) }
        var threads: [UInt] = []
        var json = JSONWriter()
        json.object { json in
            json.member("displayTimeUnit", "ms")
            json.object("otherData") { json in json.member("replacedEvents", replacedCount) }
            json.array("traceEvents", events) { json, event in
                let row = threads.firstIndex(of: event.thread) ?? threads.count
                if row == threads.count {
                    threads.append(event.thread)
                    json.nameRow(row, threadNames.first { $0.thread == event.thread }?.name ?? "caller")
                }
                json.write(event, labels[Int(event.label)], row, since: start)
                if json.text.utf8.count > Self.partByteCount { json.flush(write) }
            }
        }
        json.withLine(write)
    }

    private static let partByteCount = 1 << 16
}

extension JSONWriter {
    /// Writes the metadata that names a row.
    fileprivate mutating func nameRow(_ row: Int, _ name: String) {
        object { json in
            json.member("name", "thread_name")
            json.member("ph", "M")
            json.place(row)
            json.object("args") { json in json.member("name", name) }
        }
    }

    fileprivate mutating func write(_ event: Trace.Event, _ label: Trace.Label, _ row: Int, since start: UInt64) {
        object { json in
            json.member("name", label.name)
            json.member("ph", label.isCounter ? "C" : "X")
            json.member("ts", Double(event.start - start) / 1000)
            json.place(row)
            if label.isCounter {
                return json.object("args") { json in json.member(label.name, event.end) }
            }
            let time = max(event.end, event.start) - event.start
            json.member("dur", Double(time) / 1000)
            guard let step = label.step else { return }
            json.object("args") { json in
                json.member("step", step.index)
                json.member("shape", step.shape)
                json.member("kernel", step.kernel)
                guard time > 0, step.bytes > 0 else { return }
                let isProduct = step.operations > 0
                let work = Double(event.taskCount) * (isProduct ? step.operations : step.bytes)
                json.member(isProduct ? "GFLOP/s" : "GB/s", work / Double(time))
            }
        }
    }

    private mutating func place(_ row: Int) {
        member("pid", 1)
        member("tid", row + 1)
    }
}
