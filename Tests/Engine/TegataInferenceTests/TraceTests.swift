import CTegataShims
import Synchronization
import TegataBuffers
import TegataInference
import TegataTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct TraceTests {
    private func name(_ event: Trace.Event, in trace: Trace) -> String { trace.labels[Int(event.label)].name }

    /// Returns a network of two steps.
    private func network() throws -> Network {
        var builder = TFLiteBuilder()
        let (x, y, z) = (builder.tensor("x", [4]), builder.tensor("y", [4]), builder.tensor("z", [4]))
        builder.operation(.tanh, inputs: [x], outputs: [y])
        builder.operation(.tanh, inputs: [y], outputs: [z])
        (builder.inputs, builder.outputs) = ([x], [z])
        return try Network(Bytes(builder.bytes()), file: "a.tflite")
    }

    @Test func recordsTheStepsOfEachRun() throws {
        let network = try network()
        let steps = network.plan.steps
        let trace = Trace()
        let run = Session(network, team: ThreadTeam(count: 1, trace: trace)).recordedRun("network")
        for _ in 0..<3 { run() }
        let events = trace.events
        #expect(events.map { name($0, in: trace) } == (0..<3).flatMap { _ in steps.map { $0.name } + ["network"] })
        for index in stride(from: 0, to: events.count, by: steps.count + 1) {
            let (parts, whole) = (events[index..<index + steps.count], events[index + steps.count])
            // Steps follow each other within the run.
            let times = [whole.start] + parts.flatMap { [$0.start, $0.end] } + [whole.end]
            #expect(times == times.sorted())
            #expect(parts.map { trace.labels[Int($0.label)].step?.index } == [0, 1])
            #expect(parts.map { trace.labels[Int($0.label)].step?.kernel } == steps.map(\.kernel))
        }
    }

    @Test func addsNoLabelsForSessionsThatAreAlike() throws {
        let network = try network()
        let trace = Trace()
        let team = ThreadTeam(count: 1, trace: trace)
        _ = Session(network, team: team).recordedRun("network")
        let count = trace.labels.count
        _ = Session(network, team: team).recordedRun("network")
        #expect(trace.labels.count == count)
    }

    @Test func replacesTheOldestEvents() {
        let trace = Trace(capacity: 3)
        for count in 1...3 { trace.addFrame(since: tegata_monotonic_nanoseconds(), handCount: count) }
        #expect((trace.eventCount, trace.replacedCount) == (9, 5))
        #expect(trace.events.map { name($0, in: trace) } == ["memory", "frame", "hands", "memory"])
        #expect(trace.events[2].end == 3)
        #expect(trace.events[3].end > 0)
    }

    @Test func recordsTheWorkAndWaitsOfEachThread() throws {
        let trace = Trace()
        let meeting = Atomic(0)
        var runCount = 0
        do {
            let team = ThreadTeam(count: 2, trace: trace)
            let job = team.job("meet", taskCount: 2) { _ in
                // No thread can run both tasks.
                let arrived = meeting.add(1, ordering: .relaxed).newValue
                while meeting.load(ordering: .relaxed) < (arrived + 1) / 2 * 2 { tegata_pause() }
            }
            // Until a thread has waited.
            while trace.eventCount <= 2 * runCount {
                team.run(job)
                runCount += 1
            }
        }
        let worker = try #require(trace.threadNames.first)
        #expect(trace.threadNames.map(\.name) == ["thread 1"])
        let events = trace.events
        let meetings = events.filter { name($0, in: trace) == "meet" }
        #expect(meetings.count == 2 * runCount)
        #expect(meetings.count { $0.thread == worker.thread } == runCount)
        #expect(events.count { ["wait", "sleep"].contains(name($0, in: trace)) } == events.count - meetings.count)
        #expect(Set(events.map(\.thread)).count == 2)
        #expect(events.allSatisfy { $0.start <= $0.end })
    }
}
