import KeyManagement
import ProtectedStore
public import ProtectionModel
import SodiumCrypto
import Synchronization

/// A code that another device may use once, within two minutes, while this device stays unlocked.
///
/// The first to connect that has proved to have the code ends the invitation; whoever has it not changes nothing.
public final class Invitation: Sendable {
    /// How long a code lives (M).
    public static let lifetime = Duration.seconds(120)

    /// To be shown to the user, and nobody else; see ``PairingCode/withText(_:)``.
    public let code: PairingCode
    let circle: TrustCircle
    private let end: Duration
    private let isBurnt = Mutex(false)

    fileprivate init(_ circle: TrustCircle) throws {
        let keys = circle.keys
        try circle.checkUnlocked()
        // A lock wipes it.
        code = try PairingCode(
            random: keys.random,
            group: .fileKeys(.complete),
            arena: keys.arena
        )
        self.circle = circle
        end = keys.clock.now() + Self.lifetime
    }

    /// The inviting side of one connection.
    ///
    /// - Throws: ``ProtectionError`` with `expired`, `pairing-failed` once the code was used;
    ///   `protected-data-unavailable` unless the device is unlocked.
    package func accept() throws(ProtectionError) -> Inviter {
        try ProtectionError.wrapping {
            try check()
            return try Inviter(self, circle)
        }
    }

    /// Takes the code back.
    public func cancel() { isBurnt.withLock { $0 = true } }

    /// Whether the code could still be used.
    func check() throws {
        try circle.checkUnlocked()
        guard !isBurnt.withLock({ $0 }) else { throw ProtectionError.pairingFailure }
        guard circle.keys.clock.now() < end else { throw ProtectionError.expiredCode }
    }

    /// Uses the code up.
    func burn() throws {
        try check()
        let isOurs = isBurnt.withLock { isBurnt in
            defer { isBurnt = true }
            return !isBurnt
        }
        guard isOurs else { throw ProtectionError.pairingFailure }
    }
}

extension TrustCircle {
    /// Makes a code with which another device can join.
    ///
    /// - Throws: ``ProtectionError`` with `not-found` without a circle; `not-trusted` once this device is removed;
    ///   `protected-data-unavailable` unless it is unlocked; `limit-exceeded` when the circle is full.
    public func invite() throws(ProtectionError) -> Invitation {
        try ProtectionError.wrapping {
            guard let document = try document() else { throw ProtectionError.noCircle }
            try Self.checkRoom(document, try weighOwn(document))
            return try Invitation(self)
        }
    }

    static func checkRoom(_ document: TrustDocument, _ membership: Membership) throws {
        guard membership.devices.count < Membership.deviceLimit,
            document.statements.count < Membership.statementLimit
        else { throw Refusal.limitExceeded.error }
    }

    /// Membership changes on an unlocked device only, which one in its grace is not.
    func checkUnlocked() throws {
        guard try keys.status().isProtectedDataAvailable else { throw ProtectionError.lockedTrust }
    }
}
