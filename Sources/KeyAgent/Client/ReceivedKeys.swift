import KeyManagement
package import ProtectionModel
import SodiumCrypto
import Synchronization

/// The keys that came through a connection, and the notices that take them away again.
///
/// Keys are installed and notices handled on the reading thread alone, in the order in which they
/// came, so a key that came before a discard is wiped by it and one that came after is not.
final class ReceivedKeys: Sendable {
    private struct Notices {
        var isHandling = false
        var deferred: [(notice: AgentNotice, epoch: UInt64)] = []
        /// The device was switched off in order.
        var isOff = false
    }

    let arena: SecureArena
    let observers = ObserverList()
    private let notices = Mutex(Notices())
    private let discards = Mutex(DiscardRecord())

    init(arena: SecureArena) {
        self.arena = arena
    }

    /// Whether the device was switched off in order.
    var isOff: Bool { notices.withLock { $0.isOff } }

    /// Moves a key from a reply to the group of its class.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable` when it was discarded on its
    ///   way.
    func install(
        _ number: Int,
        of frame: Frame,
        as protection: ProtectionClass
    ) throws -> SecretBox {
        try discards.withLock { record in
            guard !record.overtakes(protection, from: frame.epoch) else {
                throw ProtectionError(
                    .protectedDataUnavailable,
                    "the device locked while the key was on its way"
                )
            }
            guard let secrets = frame.secrets else { throw AgentConnection.malformed }
            let start = number * SecretPayload.keyByteCount
            do {
                return SecretBox(
                    try secrets.piece(
                        start..<start + SecretPayload.keyByteCount,
                        in: .fileKeys(protection)
                    )
                )
            } catch { throw ProtectionError(error, "a file key from the agent") }
        }
    }

    /// Handles a notice, and calls `acknowledge` with its epoch where that is due.
    ///
    /// Notices that come while an observer asks for keys wait until it has returned; the keys they
    /// discard are refused at once all the same.
    func hear(
        _ notice: AgentNotice,
        epoch: UInt64,
        acknowledge: (UInt64) -> Void
    ) {
        switch notice {
        case .discard(let classes): discards.withLock { $0.note(classes, epoch: epoch) }
        case .end: discards.withLock { $0.note(ProtectionClass.allCases, epoch: epoch) }
        case .event: break
        }
        let mustWait = notices.withLock { state in
            if state.isHandling { state.deferred.append((notice, epoch)) }
            defer { state.isHandling = true }
            return state.isHandling
        }
        guard !mustWait else { return }
        var next: (notice: AgentNotice, epoch: UInt64)? = (notice, epoch)
        while let current = next {
            handle(current.notice)
            if current.notice.isAcknowledged { acknowledge(current.epoch) }
            next = nextDeferred()
        }
    }

    private func nextDeferred() -> (notice: AgentNotice, epoch: UInt64)? {
        notices.withLock { state in
            guard state.deferred.isEmpty else { return state.deferred.removeFirst() }
            state.isHandling = false
            return nil
        }
    }

    /// Does to this process's keys what the holder did to its own.
    private func handle(_ notice: AgentNotice) {
        switch notice {
        case .event(let event): observers.notify(.event(event))
        case .discard(let classes):
            observers.notify(.willDiscard(classes))
            // A class-B file that is open stays open: its key goes with its handle.
            for protection in classes where protection != .completeUnlessOpen {
                arena.wipe(.fileKeys(protection))
            }
            observers.notify(.didDiscard(classes))
        case .end(let isOff):
            if isOff { notices.withLock { $0.isOff = true } }
            end(withVolume: isOff)
        }
    }

    /// Wipes every key; the volume keys too when the device or the agent is gone.
    func end(withVolume: Bool) {
        observers.notify(.willEnd)
        for protection in ProtectionClass.allCases { arena.wipe(.fileKeys(protection)) }
        if withVolume { arena.wipe(.device) }
        observers.notify(.didEnd)
    }
}

/// The latest discards a client has heard of.
///
/// A key that was given out before a discard of its class must not be installed after it.
package struct DiscardRecord: Sendable {
    private var epochs: [ProtectionClass: UInt64] = [:]

    /// Nothing was discarded yet.
    package init() {}

    /// Notes a discard, or the end of everything, as soon as it is heard of.
    package mutating func note(_ classes: [ProtectionClass], epoch: UInt64) {
        for protection in classes {
            epochs[protection] = max(epochs[protection] ?? 0, epoch)
        }
    }

    /// Whether a key of a class from a reply of `epoch` was discarded on its way.
    package func overtakes(_ protection: ProtectionClass, from epoch: UInt64) -> Bool {
        (epochs[protection] ?? 0) > epoch
    }
}
