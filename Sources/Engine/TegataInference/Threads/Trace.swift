import CTegataShims
import TegataSystem

/// Records what threads do and when, in memory of a fixed size. Once it is full, each event replaces the oldest one.
///
/// A team that is created with a trace records. Sessions and other users of the team then wrap their work when they are
/// created, so that without a trace, runs execute no additional instructions.
package final class Trace: @unchecked Sendable {
    /// What happened from `start` to `end` on a thread. The `end` of a counter is its new value.
    package struct Event: Sendable {
        package let start: UInt64
        package fileprivate(set) var end: UInt64
        package let thread: UInt
        /// The index of the event's label in ``labels``.
        package let label: Int32
        /// The number of a step's tasks that ran one after another.
        package fileprivate(set) var taskCount: Int32 = 1
    }

    /// The common part of events.
    package struct Label: Sendable {
        package var name: String
        package var isCounter = false
        /// The step to which the work belongs; nil for other events.
        package var step: Step?

        fileprivate func isLike(_ other: Label) -> Bool {
            isSame(name, other.name) && step?.index == other.step?.index && isSame(step?.shape, other.step?.shape)
                && isSame(step?.kernel, other.step?.kernel) && step?.operations == other.step?.operations
        }

        /// Compares bytes, because comparing characters needs tables that small programs lack.
        private func isSame(_ one: String?, _ other: String?) -> Bool {
            (one ?? "").utf8.elementsEqual((other ?? "").utf8)
        }
    }

    /// A step of a network, and the work in each of its tasks.
    package struct Step: Sendable {
        package var index: Int
        package var shape: String
        package var kernel: String
        package var operations: Double
        package var bytes: Double
    }

    /// The end of the last task of a session with a single thread.
    final class Laps: @unchecked Sendable {
        fileprivate var isNew = true
        fileprivate var end: UInt64 = 0
    }

    package static let defaultCapacity = 1 << 20

    /// The number of events that fit, a power of two.
    private let capacity: Int
    private let slots: UnsafeMutablePointer<Event>
    /// The number of events so far, and a lock for names, on separate cache lines.
    private let words: UnsafeMutablePointer<UInt64>
    /// The numbers of the labels that each trace has.
    private enum Number { static let (frame, wait, sleep, hands, memory) = (0, 1, 2, 3, 4) }
    private var usedLabels = [
        Label(name: "frame"), Label(name: "wait"), Label(name: "sleep"), Label(name: "hands", isCounter: true),
        Label(name: "memory", isCounter: true),
    ]
    private var knownThreads: [(thread: UInt, name: String)] = []

    /// Creates a trace for at least `capacity` events.
    package init(capacity least: Int = defaultCapacity) {
        var capacity = 1
        while capacity < least { capacity *= 2 }
        self.capacity = capacity
        slots = .allocate(capacity: capacity)
        // Write to all pages, so that recording does not have to wait for memory.
        slots.initialize(repeating: Event(start: 0, end: 0, thread: 0, label: 0), count: capacity)
        words = .allocate(capacity: 2 * WorkShare.stride)
        words.initialize(repeating: 0, count: 2 * WorkShare.stride)
    }

    deinit {
        slots.deallocate()
        words.deallocate()
    }

    // MARK: Recording

    /// Returns the number of a label, which is the same for labels that are alike, so that new pipelines add none.
    func number(of label: Label) -> Int {
        withNames {
            if let index = usedLabels.firstIndex(where: { $0.isLike(label) }) { return index }
            usedLabels.append(label)
            return usedLabels.count - 1
        }
    }

    /// Names the calling thread.
    func nameThread(_ name: String) {
        let thread = tegata_thread_identity()
        withNames {
            knownThreads.removeAll { $0.thread == thread }
            knownThreads.append((thread, name))
        }
    }

    private func withNames<Result>(_ body: () -> Result) -> Result {
        let lock = UnsafeMutableRawPointer(words + WorkShare.stride).assumingMemoryBound(to: UInt32.self)
        while tegata_exchange(lock, 1) != 0 { tegata_pause() }
        defer { tegata_store_release(lock, 0) }
        return body()
    }

    private func add(_ label: Int, _ start: UInt64, _ end: UInt64) {
        let slot = Int(truncatingIfNeeded: tegata_fetch_add_64(words, 1)) & (capacity - 1)
        slots[slot] = Event(start: start, end: end, thread: tegata_thread_identity(), label: Int32(label))
    }

    /// Records that the calling thread has waited since `start`, and whether it slept.
    func addWait(since start: UInt64, slept: Bool) {
        add(slept ? Number.sleep : Number.wait, start, tegata_monotonic_nanoseconds())
    }

    /// Records a frame that began at `start` and in which `handCount` hands were found.
    package func addFrame(since start: UInt64, handCount: Int) {
        let end = tegata_monotonic_nanoseconds()
        add(Number.frame, start, end)
        add(Number.hands, end, UInt64(handCount))
        #if canImport(Glibc) || canImport(Musl)
            let own = capacity * MemoryLayout<Event>.stride
            add(Number.memory, end, UInt64(max(0, SystemMemory.residentByteCount - own)))
        #endif
    }

    /// Returns a function that records `work` as an event with this name.
    package func recording(_ name: String, _ work: @escaping () -> Void) -> () -> Void {
        let label = number(of: Label(name: name))
        return { [self] in
            let start = tegata_monotonic_nanoseconds()
            work()
            add(label, start, tegata_monotonic_nanoseconds())
        }
    }

    /// Returns a phase that records each of its tasks. With `laps`, each one but the first begins when the previous one
    /// ended: a single thread does nothing between them, and reading the clock less often disturbs it less.
    func recording(_ label: Label, _ phase: TeamJob.Phase, _ laps: Laps? = nil) -> TeamJob.Phase {
        let label = number(of: label)
        if let laps {
            let isFirst = laps.isNew
            laps.isNew = isFirst && phase.taskCount == 0
            return TeamJob.Phase(taskCount: phase.taskCount) { [self] task, worker in
                let start = isFirst && task == 0 ? tegata_monotonic_nanoseconds() : laps.end
                phase.work(task, worker)
                laps.end = tegata_monotonic_nanoseconds()
                add(label, start, laps.end)
            }
        }
        return TeamJob.Phase(taskCount: phase.taskCount) { [self] task, worker in
            let start = tegata_monotonic_nanoseconds()
            phase.work(task, worker)
            add(label, start, tegata_monotonic_nanoseconds())
        }
    }

    // MARK: Reading

    /// The labels of all events so far.
    package var labels: [Label] { withNames { usedLabels } }
    /// The names of threads that belong to a team. Other threads call it.
    package var threadNames: [(thread: UInt, name: String)] { withNames { knownThreads } }
    /// The number of events so far.
    package var eventCount: Int { Int(truncatingIfNeeded: tegata_load_acquire_64(words)) }
    /// The number of events that have been replaced.
    package var replacedCount: Int { max(0, eventCount - capacity) }
    /// The events that are left, in the order in which they ended; a step's tasks on a thread are one event. Threads
    /// that are recording meanwhile may damage times, but nothing else.
    package var events: [Event] {
        let recorded = (replacedCount..<eventCount).map { slots[$0 & (capacity - 1)] }
        let labels = labels
        var events: [Event] = []
        var lastOfThread: [UInt: Int] = [:]
        for event in recorded {
            if let last = lastOfThread[event.thread], events[last].label == event.label,
                labels[Int(event.label)].step != nil
            {
                events[last].end = event.end
                events[last].taskCount += 1
            } else {
                lastOfThread[event.thread] = events.count
                events.append(event)
            }
        }
        return events
    }
}

extension ThreadTeam {
    /// Creates a job of `taskCount` tasks for this team, which its trace shows under this name.
    package func job(_ name: String, taskCount: Int, _ work: @escaping @Sendable (_ task: Int) -> Void) -> TeamJob {
        let phase = TeamJob.Phase(taskCount: taskCount) { task, _ in work(task) }
        return TeamJob([trace?.recording(Trace.Label(name: name), phase) ?? phase])
    }
}

extension PlanStep {
    /// Returns the label for a phase of this step, one of `taskCount` tasks, or for its preparation.
    func label(_ index: Int, taskCount: Int, isPreparation: Bool) -> Trace.Label {
        let share = isPreparation ? 0 : 1 / Double(max(taskCount, 1))
        return Trace.Label(
            name: isPreparation ? "prepare " + name : name,
            step: Trace.Step(
                index: index, shape: shape, kernel: kernel, operations: 2 * Double(multiplyAccumulates) * share,
                bytes: Double(bytesMoved) * share))
    }
}
