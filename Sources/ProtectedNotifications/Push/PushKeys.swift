import DeviceIdentifiers
import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto

/// The key pairs of an app's sealed pushes, each private key a file of the pair's class.
struct PushKeys {
    /// How long a pair that was replaced still opens (M).
    static let lifetime: Int64 = 30 * 24 * 3_600
    /// How many pushes of unknown senders are remembered, so that none comes twice.
    static let memory = 256
    /// The end of the name of a private key.
    static let keyEnd = ".key"
    private static let tokenByteCount = 32

    let folder: AppFolder
    let keys: any KeyService

    // MARK: Registering

    /// Makes the keys that are missing, and tells what the server is to know.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable` for a class A key while the device is
    ///   locked, and for all before the first unlock.
    func register(
        _ classes: Set<ProtectionClass>,
        team: String?,
        sender: [UInt8]?
    ) throws -> PushRegistration {
        try folder.update(PushKeysDocument.self) { document in
            if document.token.isEmpty { document.token = keys.random.bytes(Self.tokenByteCount) }
            document.team = team ?? document.team
            document.sender = sender ?? document.sender
            for protection in classes.sorted(by: { $0.strength < $1.strength })
            where !document.pairs.contains(where: {
                $0.protection == protection && $0.retired == nil
            }) {
                document.pairs.append(try makePair(protection))
            }
            return registration(document)
        }
    }

    /// Puts new pairs in the place of those in use, which open for thirty days more.
    ///
    /// - Throws: `ProtectionError` with `not-found` for an app that is not registered; as
    ///   ``register(_:team:sender:)``.
    func rotate(now: Timestamp) throws -> PushRegistration {
        try folder.update(PushKeysDocument.self) { document in
            let classes = document.pairs.filter { $0.retired == nil }.map(\.protection)
            guard !classes.isEmpty else { throw ProtectionError.unregistered(folder.application) }
            let fresh = try classes.map(makePair)
            for index in document.pairs.indices where document.pairs[index].retired == nil {
                document.pairs[index].retired = now
            }
            document.pairs += fresh
            return registration(document)
        }
    }

    /// Whether a pair's time is over, or a private key, of which `names` tell, belongs to none.
    func hasOld(_ names: [String], now: Timestamp) throws -> Bool {
        guard names.contains(where: { $0 == PushKeysDocument.name || $0.hasSuffix(Self.keyEnd) })
        else { return false }
        let pairs = try folder.read(PushKeysDocument.self).pairs
        return pairs.contains { $0.isOver(now) || $0.retired?.isUndated(at: now) == true }
            || names.contains { $0.hasSuffix(Self.keyEnd) && !pairs.map(\.fileName).contains($0) }
    }

    /// Removes pairs whose time is over, and private keys that belong to none.
    func removeOld(now: Timestamp) throws {
        let document = try folder.update(PushKeysDocument.self) { document in
            document.pairs.removeAll { $0.isOver(now) }
            // They were retired while the clock was not set: their time begins now.
            for index in document.pairs.indices
            where document.pairs[index].retired?.isUndated(at: now) == true {
                document.pairs[index].retired = now
            }
            return document
        }
        let known = Set(document.pairs.map(\.fileName))
        for name in try folder.names() where name.hasSuffix(Self.keyEnd) && !known.contains(name) {
            try folder.remove(name)
        }
    }

    private func registration(_ document: PushKeysDocument) -> PushRegistration {
        PushRegistration(
            folder.application,
            team: document.team,
            token: document.token,
            keys: document.pairs.filter { $0.retired == nil }.map {
                PushRegistration.Key(protection: $0.protection, publicKey: $0.publicKey)
            },
            sender: document.sender
        )
    }

    private func makePair(_ protection: ProtectionClass) throws -> PushKeysDocument.Pair {
        let secret = try SecureBytes(
            count: HPKE.privateKeyByteCount,
            group: .fileKeys(protection),
            arena: keys.arena
        ) { keys.random.fill(&$0) }
        let publicKey = try X25519.publicKey(of: secret)
        let pair = PushKeysDocument.Pair(
            publicKey: publicKey,
            isComplete: protection == .complete
        )
        _ = try folder.files.write(
            SecretSource(secret),
            to: try folder.path.appending(pair.fileName),
            as: protection
        )
        return pair
    }

    // MARK: Opening

    /// Opens the sealed part of a push for the app, once, and delivers what it says.
    ///
    /// That it has come is written before it is delivered, and taken back when it cannot be.
    ///
    /// - Throws: `ProtectionError` with `authentication-failure`, whatever is wrong with it;
    ///   `protected-data-unavailable` when there is no key now; and what `deliver` throws.
    func open(
        _ text: String,
        _ headers: RemotePayload.Headers,
        now: Timestamp,
        delivering deliver: (PushMessage) throws -> Void = { _ in }
    ) throws -> SealedContent {
        let push = try SealedPush(reading: text)
        let before = try folder.read(PushKeysDocument.self)
        var document = before
        let message = try message(push, headers, document, now: now)
        guard document.take(push, message) else { return .repeated }
        try folder.write(document)
        if let expires = message.expires, expires <= now { return .expired }
        do { try deliver(message) } catch {
            // If not even this can be written, the message is lost rather than shown twice.
            try? folder.write(before)
            throw error
        }
        return .message(message)
    }

    private func message(
        _ push: SealedPush,
        _ headers: RemotePayload.Headers,
        _ document: PushKeysDocument,
        now: Timestamp
    ) throws -> PushMessage {
        guard
            let pair = document.pairs.first(where: { $0.keyID == push.keyID && !$0.isOver(now) })
        else { throw ProtectionError.unopenablePush }
        let secret = try privateKey(pair)
        return try push.open(
            with: secret,
            for: folder.application,
            team: document.team,
            headers,
            from: document.sender
        )
    }

    private func privateKey(_ pair: PushKeysDocument.Pair) throws -> SecureBytes {
        let path = try folder.path.appending(pair.fileName)
        let file: ProtectedFile
        do { file = try folder.files.open(path, .read) } catch {
            switch error.code {
            case .notFound: throw ProtectionError.unopenablePush
            // Nobody knows the file by its name.
            case .protectedDataUnavailable: throw ProtectionError.lockedPushKey
            default: throw error
            }
        }
        defer { try? file.close() }
        let content = try file.content(at: 0, count: HPKE.privateKeyByteCount)
        guard content.count == HPKE.privateKeyByteCount else {
            throw ProtectionError(
                malformed: pair.fileName,
                wayOut: ProtectionError.uninstallApplication
            )
        }
        return try SecureBytes(
            count: content.count,
            group: .fileKeys(pair.protection),
            arena: keys.arena
        ) { target in
            content.withBytes { target.storeBytes($0) }
        }
    }
}

extension PushKeysDocument.Pair {
    fileprivate func isOver(_ now: Timestamp) -> Bool {
        retired?.isOver(after: PushKeys.lifetime, now) ?? false
    }
}

extension PushKeysDocument {
    /// Remembers a push that was opened; false for one that has come.
    ///
    /// Numbers of a known sender are counted; anybody else could use the highest number up, so of their pushes
    /// the bytes are remembered.
    fileprivate mutating func take(_ push: SealedPush, _ message: PushMessage) -> Bool {
        if let sender {
            return windows[sender.hex, default: ReplayWindow()].take(message.sequence) == .new
        }
        let digest = Array(GenericHash.hash(of: Array(push.text.utf8)).prefix(16))
        guard !seen.contains(digest) else { return false }
        seen.append(digest)
        seen.removeFirst(max(0, seen.count - PushKeys.memory))
        return true
    }
}

extension ProtectionError {
    static func unregistered(_ application: BundleIdentifier) -> ProtectionError {
        ProtectionError(
            .notFound,
            "'\(application)' is not registered for pushes: register it first"
        )
    }
}
