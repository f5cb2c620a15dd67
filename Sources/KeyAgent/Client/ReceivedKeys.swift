import KeyManagement
package import ProtectionModel
import SodiumCrypto
import Synchronization

/// The keys that came through a connection, and the notices that take them away again.
///
/// A notice counts from when it is read: a key that was sent before it and comes later is refused.
/// It is handled soon after, by observers first; then all keys of its classes are wiped, so that one
/// that came in between, after an unlock, has to be asked for again.
final class ReceivedKeys: Sendable {
    let arena: SecureArena
    let observers = ObserverList()
    /// The device was switched off in order.
    private let hasEnded = Mutex(false)
    private let discards = Mutex(DiscardRecord())

    init(arena: SecureArena) {
        self.arena = arena
    }

    /// Whether the device was switched off in order.
    var isOff: Bool { hasEnded.withLock(\.self) }

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

    /// Refuses from now on the keys that a notice takes away.
    func note(_ notice: AgentNotice, epoch: UInt64) {
        switch notice {
        case .discard(let classes): discards.withLock { $0.note(classes, epoch: epoch) }
        case .end(let isOff):
            discards.withLock { $0.note(ProtectionClass.allCases, epoch: epoch) }
            if isOff { hasEnded.withLock { $0 = true } }
        case .event: break
        }
    }

    /// Does to this process's keys what the holder did to its own; `acknowledge` is called as soon
    /// as they are gone.
    func handle(_ notice: AgentNotice, acknowledge: () -> Void) {
        switch notice {
        case .event(let event): observers.notify(.event(event))
        case .discard(let classes):
            observers.notify(.willDiscard(classes))
            // A class-B file that is open stays open: its key goes with its handle.
            for protection in classes where protection != .completeUnlessOpen {
                arena.wipe(.fileKeys(protection))
            }
            acknowledge()
            observers.notify(.didDiscard(classes))
        case .end(let isOff): end(withVolume: isOff, acknowledge: acknowledge)
        }
    }

    /// Wipes every key; the volume keys too when the device or the agent is gone.
    func end(withVolume: Bool, acknowledge: () -> Void = {}) {
        observers.notify(.willEnd)
        for protection in ProtectionClass.allCases { arena.wipe(.fileKeys(protection)) }
        if withVolume { arena.wipe(.device) }
        acknowledge()
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
