import CSodium
import Synchronization

/// Plaintext on its way out of the process, which another thread can take back at any moment.
///
/// A part that is lent may be in a system call for as long as a reader stalls, so a revocation waits
/// for no loan: it wipes all the rest, and the loan wipes its own part when it ends. It does wait
/// for a filling, which holds no other lock and asks for no key.
package final class RevocableBuffer: Sendable {
    private struct State: ~Copyable {
        var bytes = WipedBuffer(count: 0)
        var lent: Range<Int>?
        var isRevoked = false
    }

    private let state = Mutex(State())

    /// An empty buffer.
    package init() {}

    /// Lets `body` put plaintext in.
    ///
    /// - Returns: nil when the buffer was revoked, which is final.
    /// - Throws: what `body` throws.
    /// - Precondition: nothing is lent.
    package func fill<Result: Sendable, Failure: Error>(
        _ body: (inout WipedBuffer) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        try state.withLock { (state) throws(Failure) -> Result? in
            precondition(state.lent == nil, "what is lent is not written to")
            return state.isRevoked ? nil : try body(&state.bytes)
        }
    }

    /// Lends a part for reading, for as long as `body` takes.
    ///
    /// - Returns: nil when the buffer was revoked before.
    /// - Throws: what `body` throws.
    /// - Precondition: `range` lies within the buffer, and nothing else is lent.
    package func lend<Result, Failure: Error>(
        _ range: Range<Int>,
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        let address: UInt? = state.withLock { state in
            precondition(state.lent == nil, "one loan at a time")
            guard !state.isRevoked else { return nil }
            state.lent = range
            return UInt(bitPattern: state.bytes.base.baseAddress.map { $0 + range.lowerBound })
        }
        guard let address else { return nil }
        defer {
            state.withLock { state in
                state.lent = nil
                if state.isRevoked { state.bytes.zero(range) }
            }
        }
        // Alive and in its place until the loan ends: a loan excludes fillings, and a revocation frees nothing.
        let part = UnsafeRawBufferPointer(
            start: UnsafeRawPointer(bitPattern: address),
            count: range.count
        )
        return try body(RawSpan(_unsafeBytes: part))
    }

    /// Wipes everything but what is lent, and refuses fillings and loans from now on.
    package func revoke() {
        state.withLock { state in
            state.isRevoked = true
            guard let lent = state.lent else { return state.bytes.wipe() }
            state.bytes.zero(0..<lent.lowerBound)
            state.bytes.zero(lent.upperBound..<state.bytes.count)
        }
    }
}
