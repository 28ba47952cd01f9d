import Foundation

/// A value or an error that arrives later and is passed to all subscribers, including late ones.
public final class Future<Output, Failure: Error>: Publisher, @unchecked Sendable {
    /// A closure to call with the value or the error; further calls do nothing.
    public typealias Promise = (Result<Output, Failure>) -> Void

    private let lock = NSLock()
    private var result: Result<Output, Failure>?
    private var receivers: [(number: Int, receiver: Receiver<Output, Failure>)] = []
    private var next = 0
    private var waiting: [(Result<Output, Failure>) -> Void] = []

    /// Calls `attemptToFulfill` immediately with the promise.
    public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
        attemptToFulfill { self.fulfill($0) }
    }

    private func fulfill(_ result: Result<Output, Failure>) {
        lock.lock()
        guard self.result == nil else {
            lock.unlock()
            return
        }
        self.result = result
        let (receivers, waiting) = (receivers, waiting)
        (self.receivers, self.waiting) = ([], [])
        lock.unlock()
        for (_, receiver) in receivers { Self.give(result, to: receiver) }
        for resume in waiting { resume(result) }
    }

    private static func give(_ result: Result<Output, Failure>, to receiver: Receiver<Output, Failure>) {
        switch result {
        case .success(let value):
            receiver.receive(value)
            receiver.receive(completion: .finished)
        case .failure(let error): receiver.receive(completion: .failure(error))
        }
    }

    /// Passes the value and the end, or the error, to `receiver`, either immediately or when it arrives.
    public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable {
        lock.lock()
        if let result {
            lock.unlock()
            Self.give(result, to: receiver)
            return AnyCancellable {}
        }
        next += 1
        let number = next
        receivers.append((number, receiver))
        lock.unlock()
        return AnyCancellable { [weak self] in
            guard let self else { return }
            let removed = self.lock.withLock {
                let removed = self.receivers.filter { $0.number == number }
                self.receivers.removeAll { $0.number == number }
                return removed
            }
            // Release the receivers outside the lock, because objects that are released with them may take the lock
            // again.
            withExtendedLifetime(removed) {}
        }
    }

    /// The value, once it has arrived; throws the error instead if there is one.
    nonisolated(nonsending) public var value: Output {
        get async throws(Failure) {
            let result: Unchecked<Result<Output, Failure>> = await withCheckedContinuation { continuation in
                wait { continuation.resume(returning: Unchecked(value: $0)) }
            }
            return try result.value.get()
        }
    }

    private func wait(_ resume: @escaping (Result<Output, Failure>) -> Void) {
        lock.lock()
        if let result {
            lock.unlock()
            resume(result)
        } else {
            waiting.append(resume)
            lock.unlock()
        }
    }
}

/// A publisher of one value, followed by the end.
public struct Just<Output>: Publisher {
    /// The publisher never fails.
    public typealias Failure = Never

    /// The value.
    public let output: Output

    /// Creates a publisher that passes `output` to each subscriber.
    public init(_ output: Output) {
        self.output = output
    }

    /// Passes the value and the end to `receiver` immediately.
    public func attach(_ receiver: Receiver<Output, Never>) -> AnyCancellable {
        receiver.receive(output)
        receiver.receive(completion: .finished)
        return AnyCancellable {}
    }
}
