import Foundation

/// A stand-in for one value, or an error, that comes some time and is given to all who ask, however late.
public final class Future<Output, Failure: Error>: Publisher, @unchecked Sendable {
    /// What is called with the value or the error; later calls do nothing.
    public typealias Promise = (Result<Output, Failure>) -> Void

    private let lock = NSLock()
    private var result: Result<Output, Failure>?
    private var receivers: [(number: Int, receiver: Receiver<Output, Failure>)] = []
    private var next = 0
    private var waiting: [(Result<Output, Failure>) -> Void] = []

    /// Calls `attemptToFulfill` at once with the promise.
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

    /// Gives the value and the end, or the error, to `receiver`: at once, or when there is one.
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
            // What ends with it may take the lock again.
            withExtendedLifetime(removed) {}
        }
    }

    /// The value, when there is one; throws the error instead.
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

/// One value and the end.
public struct Just<Output>: Publisher {
    /// There are no errors.
    public typealias Failure = Never

    /// The value.
    public let output: Output

    /// Gives `output` to each subscriber.
    public init(_ output: Output) {
        self.output = output
    }

    /// Gives the value and the end at once.
    public func attach(_ receiver: Receiver<Output, Never>) -> AnyCancellable {
        receiver.receive(output)
        receiver.receive(completion: .finished)
        return AnyCancellable {}
    }
}
