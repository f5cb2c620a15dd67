import KeyManagement
public import ProtectedStore
public import ProtectionModel
import SodiumCrypto
import Synchronization

/// The devices of this device's user, as this device knows them.
///
/// ```swift
/// let circle = TrustCircle(device)
/// try circle.create(named: "Desk")
/// let invitation = try circle.invite()
/// try invitation.code.withText { show($0) }
/// ```
///
/// A circle whose devices are all lost is lost: nobody can add another.
public final class TrustCircle: Sendable {
    private let deviceDocuments: @Sendable () -> DeviceDocuments
    private let state = Mutex(State())
    /// Hears of removals by other processes while there are sessions; ends with this object.
    private let observation = Mutex<DocumentObservation?>(nil)

    /// What lasts no longer than the process.
    private struct State {
        /// The last that was weighed: signatures take most of the time that a session takes to open.
        var weighed: (document: TrustDocument, membership: Membership)?
        /// Changes when a device is a member no longer: sessions from before end.
        var epoch: UInt64 = 0
        var removed: Set<TrustedDevice.ID> = []
        /// Those that were seen last.
        var members: Set<TrustedDevice.ID>?
        var sessions = 0
        var handshakes = 0
        /// The beginnings of connections that would still be taken, in their order.
        var beginnings: [[UInt8]] = []
    }

    /// The circle of a real or simulated device.
    public convenience init(_ device: any ProtectedDevice) {
        self.init { device.documents }
    }

    /// That in a device's documents, asked for at each use: a crash gives others.
    package init(_ documents: @escaping @Sendable () -> DeviceDocuments) {
        deviceDocuments = documents
    }

    var documents: DeviceDocuments { deviceDocuments() }
    var keys: any KeyService { documents.keys }

    // MARK: Asking

    /// What a device knows of its circle.
    public struct Standing: Sendable {
        /// Which circle.
        public let circle: CircleID
        /// This device's name in it.
        public let own: TrustedDevice.ID
        /// It has asked to be added, and has not heard that it was.
        public let isPending: Bool
        /// Who belongs to it.
        public let membership: Membership

        init(_ document: TrustDocument, _ membership: Membership) {
            circle = document.circle
            own = document.own
            isPending = document.isPending
            self.membership = membership
        }
    }

    /// What this device knows of its circle; nil without one.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable` before the first unlock; `device-off`,
    ///   `authentication-failure`, `unsupported-version`.
    public func standing() throws(ProtectionError) -> Standing? {
        let standing = try document().map { Standing($0, weigh($0)) }
        if let standing { note(standing.membership) }
        return standing
    }

    /// The members by a document.
    func weigh(_ document: TrustDocument) -> Membership {
        if let known = state.withLock({ $0.weighed }),
            known.document.circle == document.circle,
            known.document.statements == document.statements
        {
            return known.membership
        }
        let membership = document.membership
        state.withLock { $0.weighed = (document, membership) }
        return membership
    }

    /// The members by a document, of which this device must be one.
    ///
    /// - Throws: `ProtectionError` with `not-trusted`.
    func weighOwn(_ document: TrustDocument) throws -> Membership {
        let membership = weigh(document)
        guard membership[document.own] != nil else { throw ProtectionError.removedSelf }
        return membership
    }

    func document() throws(ProtectionError) -> TrustDocument? {
        // One nil for the folder, one for the document.
        try documents.reading(.trust) { try TrustDocument.read($0, in: $1) } ?? nil
    }

    /// A private key of the device.
    func secret(_ key: DeviceKey) throws(ProtectionError) -> SecretBox {
        let keys = keys
        let secret = try documents.reading(.trust) {
            SecretBox(try key.read($0, in: $1, keys))
        }
        guard let secret else { throw .noCircle }
        return secret
    }

    // MARK: Changing

    /// Founds a circle, whose only device this is.
    ///
    /// - Throws: ``ProtectionError`` with `already-exists` when it is in one; `invalid-argument` for a name that
    ///   has not 1 to 64 bytes, or control characters; `protected-data-unavailable` unless the device is unlocked.
    @discardableResult
    public func create(named name: String) throws(ProtectionError) -> TrustedDevice.ID {
        let keys = keys
        return try changing { files, folder in
            try Self.checkFree(files, in: folder)
            let identity = try DeviceIdentity(keys)
            let signer = try identity.signingKey()
            let salt = keys.random.bytes(Statement.saltByteCount)
            let circle = CircleID(salt: salt, founder: signer.publicKey)
            let record = try identity.record(named: name, in: circle)
            let founding = try Statement(
                .found(salt: salt, record),
                in: circle,
                after: .none,
                by: signer
            )
            try identity.write(files, in: folder)
            try TrustDocument(circle, own: record.id, isPending: false, [founding.bytes])
                .write(files, in: folder)
            return record.id
        }
    }

    /// Calls this device by another name.
    ///
    /// - Throws: ``ProtectionError`` as ``create(named:)``; `not-found` without a circle; `not-trusted` once it is
    ///   removed.
    public func rename(_ name: String) throws(ProtectionError) {
        try state { _, _, _ in
            guard DeviceRecord.encoded(name) != nil else { throw ProtectionError.badDeviceName }
            return .rename(name)
        }
    }

    /// Removes a device for good; what it has said so far goes on counting, as far as this device knows it.
    ///
    /// With `withAdded`, and of one that has left no room for the removal, nothing goes on counting but what keeps this device
    /// in the circle. A device that was removed itself may answer that of a younger one, and is in the circle again.
    ///
    /// - Throws: ``ProtectionError`` with `not-found` when it is no member; as ``rename(_:)``.
    public func remove(
        _ device: TrustedDevice.ID,
        withAdded: Bool = false
    ) throws(ProtectionError) {
        guard !withAdded else { return try remove(device) { $0.ends(of: device) } }
        do throws(ProtectionError) {
            try remove(device) { [$0.last[device] ?? .none] + $0.ends(beforeRemovalsBy: device) }
        } catch {
            guard error.code == .limitExceeded else { throw error }
            try remove(device) { $0.ends(of: device) }
        }
    }

    /// Whoever has said more than that first has others for it to be removed by.
    private static let endLimit = 64

    /// Removes a device, quoting the first of some of its statements by which this one stays.
    private func remove(
        _ device: TrustedDevice.ID,
        _ ends: (Membership) -> [Statement.Link]
    ) throws(ProtectionError) {
        let keys = keys
        let document = try changing { files, folder in
            guard let document = try TrustDocument.read(files, in: folder) else {
                throw ProtectionError.noCircle
            }
            let membership = weigh(document)
            let isLost = membership[document.own] == nil
            guard membership[device] != nil || isLost && membership.former.contains(device) else {
                throw ProtectionError(.notFound, "no device of the circle is called '\(device)'")
            }
            for last in ends(membership).prefix(Self.endLimit) {
                var changed = document
                let removal = Statement.Content.remove(device, last: last)
                try say(removal, &changed, membership, files, folder, keys)
                let after = weigh(changed)
                guard after[device] == nil, device == document.own || after[document.own] != nil
                else { continue }
                try changed.write(files, in: folder)
                return changed
            }
            throw ProtectionError.removedSelf
        }
        // At once: what the system tells of changes comes later.
        note(weigh(document))
    }

    /// Forgets the circle, and destroys this device's keys; the others do not hear of it.
    ///
    /// - Throws: ``ProtectionError`` with `device-off`, `busy`, `io-error`.
    public func leave() throws(ProtectionError) {
        try changing { files, folder in
            try TrustDocument.remove(files, in: folder)
            for key in DeviceKey.allCases { try key.remove(files, in: folder) }
        }
        state.withLock { $0.epoch += 1 }
    }

    /// Says something, and keeps it.
    private func state(
        _ content: (TrustDocument, Membership, TrustedDevice.ID) throws -> Statement.Content
    ) throws(ProtectionError) {
        let keys = keys
        try changing { files, folder in
            guard var document = try TrustDocument.read(files, in: folder) else {
                throw ProtectionError.noCircle
            }
            let membership = try weighOwn(document)
            let content = try content(document, membership, document.own)
            try say(content, &document, membership, files, folder, keys)
            try document.write(files, in: folder)
        }
    }

    /// Adds what this device says to its document.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable` unless the device is unlocked; `rolled-back`
    ///   when it has said more than it knows.
    func say(
        _ content: Statement.Content,
        _ document: inout TrustDocument,
        _ membership: Membership,
        _ files: FileStore,
        _ folder: DevicePath,
        _ keys: any KeyService
    ) throws {
        let last = membership.spoken[document.own] ?? .none
        // Of what anybody says in its name only what it has signed.
        guard membership.highest[document.own] ?? 0 == last.number else {
            throw ProtectionError.forkedSelf
        }
        let seed = try DeviceKey.identity.read(files, in: folder, keys)
        let signer = try Ed25519.SigningKey(seed: seed)
        let statement = try Statement(content, in: document.circle, after: last, by: signer)
        try document.add([statement.bytes], weighedBy: weigh)
    }

    /// Takes statements of other devices in; those that cannot be read are dropped.
    ///
    /// - Throws: `ProtectionError` with `limit-exceeded` when there would be too many.
    @discardableResult
    func merge(_ statements: some Sequence<[UInt8]>) throws(ProtectionError) -> Standing {
        let document = try changing { files, folder in
            guard var document = try TrustDocument.read(files, in: folder) else {
                throw ProtectionError.noCircle
            }
            let before = document
            try document.add(statements, weighedBy: weigh)
            if document.isPending, weigh(document)[document.own] != nil {
                document.isPending = false
            }
            if document != before { try document.write(files, in: folder) }
            return document
        }
        let standing = Standing(document, weigh(document))
        note(standing.membership)
        return standing
    }

    /// Takes statements in from a device that has proved to have a session key, if by all that is known then it is the member
    /// that it says.
    ///
    /// Another may have named that key for a device of its own.
    ///
    /// - Throws: `ProtectionError` with `not-trusted` when it is none, and nothing is kept; the same once that is kept by
    ///   which this device is none; `limit-exceeded`.
    func merge(
        _ statements: [[UInt8]],
        from device: TrustedDevice.ID,
        with sessionKey: [UInt8]
    ) throws(ProtectionError) -> TrustedDevice {
        guard var document = try document() else { throw .noCircle }
        try document.add(statements, weighedBy: weigh)
        guard weigh(document)[device]?.sessionKey == sessionKey, device != document.own else {
            throw .strangeDevice
        }
        // Others change the document, too: what counts is what is kept.
        let standing = try merge(statements)
        guard let peer = standing.membership[device], peer.sessionKey == sessionKey else {
            throw .strangeDevice
        }
        guard standing.membership[standing.own] != nil else { throw .removedSelf }
        return peer
    }

    /// - Throws: `ProtectionError` with `already-exists`.
    static func checkFree(_ files: FileStore, in folder: DevicePath) throws {
        guard let document = try TrustDocument.read(files, in: folder) else { return }
        guard document.isPending else {
            throw ProtectionError.otherCircle
        }
        // It goes before the keys that it names.
        try TrustDocument.remove(files, in: folder)
    }

    func changing<Result>(
        _ body: (FileStore, DevicePath) throws -> Result
    ) throws(ProtectionError) -> Result {
        try documents.changing(.trust) { try body($0, $1) }
    }
}

/// Sessions and handshakes under way.
extension TrustCircle {
    /// At once on one device (M).
    package static let sessionLimit = 8
    /// At once on one device (M).
    package static let handshakeLimit = 4
    /// Of members alone, so that no stranger makes it forget one (M).
    private static let beginningLimit = 1_024

    /// Changes when a device is a member no longer.
    var epoch: UInt64 { state.withLock { $0.epoch } }

    /// From now on sessions end when another process hears of a removal, too.
    ///
    /// - Throws: `ProtectionError` with `io-error` when the machine has no watches left.
    func watch() throws(ProtectionError) {
        guard observation.withLock({ $0 }) == nil else { return }
        let fresh = try documents.observe(.trust) { [weak self] in
            // What cannot be read now has no session either.
            _ = try? self?.standing()
        }
        observation.withLock { $0 = $0 ?? fresh }
    }

    /// Whether a device is no member, as far as this process has seen.
    func hasLost(_ device: TrustedDevice.ID) -> Bool {
        state.withLock { state in
            state.removed.contains(device) || state.members?.contains(device) == false
        }
    }

    /// A device is lost by its own removal, and by what has become void of those that have added it.
    private func note(_ membership: Membership) {
        let members = Set(membership.devices.map(\.id))
        state.withLock { state in
            let isLoss =
                !membership.removed.isSubset(of: state.removed)
                || state.members?.isSubset(of: members) == false
            state.removed.formUnion(membership.removed)
            state.members = members
            if isLoss { state.epoch += 1 }
        }
    }

    /// Whether a connection begins as none did before.
    ///
    /// One that does not is a recording, and an answer would tell whoever plays it at which address the device is now.
    func isFresh(_ tag: [UInt8]) -> Bool {
        state.withLock { state in
            guard !state.beginnings.contains(tag) else { return false }
            state.beginnings.append(tag)
            state.beginnings.removeFirst(max(0, state.beginnings.count - Self.beginningLimit))
            return true
        }
    }

    /// Takes a place, which is free again when the value ends.
    ///
    /// - Throws: `ProtectionError` with `busy` when none is free.
    func takePlace(_ kind: CirclePlace.Kind) throws(ProtectionError) -> CirclePlace {
        let isFree = state.withLock { state in
            switch kind {
            case .session:
                guard state.sessions < Self.sessionLimit else { return false }
                state.sessions += 1
            case .handshake:
                guard state.handshakes < Self.handshakeLimit else { return false }
                state.handshakes += 1
            }
            return true
        }
        guard isFree else {
            throw ProtectionError(
                .busy,
                kind == .session
                    ? "\(Self.sessionLimit) sessions are open, and no more can be"
                    : "\(Self.handshakeLimit) handshakes are under way, and no more can be"
            )
        }
        return CirclePlace(kind) { [weak self] in
            self?.state.withLock { state in
                switch kind {
                case .session: state.sessions -= 1
                case .handshake: state.handshakes -= 1
                }
            }
        }
    }
}

/// One of the sessions, or of the handshakes, that may be under way at once.
final class CirclePlace: Sendable {
    enum Kind {
        case session
        case handshake
    }

    private let onEnd: @Sendable () -> Void

    init(_ kind: Kind, _ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

    deinit { onEnd() }
}

extension ProtectionError {
    /// No circle has been founded or joined.
    package static let noCircle = ProtectionError(
        .notFound,
        "this device is in no circle: create one, or join that of another device"
    )

    /// One has to leave a circle before one joins another.
    package static let otherCircle = ProtectionError(
        .alreadyExists,
        "this device is in a circle: it has to leave that first"
    )

    /// Others do not count this device among theirs.
    package static let removedSelf = ProtectionError(
        .notTrusted,
        "this device does not belong to its circle: it was removed, or was never added"
    )

    /// This device is an older copy of itself.
    package static let forkedSelf = ProtectionError(
        .rolledBack,
        "this device has said more than it remembers, as after a backup was restored: it has to leave the "
            + "circle, and join it again"
    )
}
