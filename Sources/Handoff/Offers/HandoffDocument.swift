import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import TrustedDevices

/// What a device keeps of its own advertisements, or of another device's: the file `own`, or one that is called as the
/// device, in the folder `Handoff`, class C.
///
/// ```
/// version     1   1
/// circle     16
/// key        32   of the advertisements
/// sequence    8   the last that was sent, or the highest that authenticated; little-endian
/// made        8   own: when the key was drawn, in seconds since 1970, little-endian; else zeros
/// removed    32   BLAKE2b-256 of the devices that were members no longer when the key came, in their order
/// heard       8   another's: when its last advertisement came, in seconds since 1970, little-endian; else zeros
/// last      112   another's: what was sealed in that; else zeros
/// continued   n   another's: identifiers (16 each) of activities that were continued here, at most 32
/// ```
///
/// So it has 217 to 729 bytes. One that is damaged counts as none: by none nothing is opened, and the next session brings all
/// that it said.
struct HandoffDocument: Sendable {
    static let own = "own"
    private static let version: UInt8 = 1
    private static let fixedByteCount = 97 + 8 + Advertisement.plainByteCount
    private static let continuedLimit = 32

    let circle: CircleID
    let key: SecretBox
    var sequence: UInt64 = 0
    var made: Int64 = 0
    var removed = [UInt8](repeating: 0, count: 32)
    /// The last advertisement of another device, and when it came.
    var heard: (advertisement: Advertisement, at: Int64)?
    private(set) var continued: [[UInt8]] = []

    init(_ circle: CircleID, key: consuming SecureBytes) {
        self.circle = circle
        self.key = SecretBox(key)
    }

    /// Remembers that an activity was continued here.
    mutating func noteContinued(_ activity: [UInt8]) {
        continued.append(activity)
        continued.removeFirst(max(0, continued.count - Self.continuedLimit))
    }

    // MARK: The file

    /// The document of a name; nil when nothing is there, it is damaged, or of another circle.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable` before the first unlock,
    ///   `unsupported-version`.
    static func read(
        _ name: String,
        of circle: CircleID,
        _ files: FileStore,
        in folder: DevicePath,
        _ keys: any KeyService
    ) throws -> HandoffDocument? {
        let content: SecretContent
        do {
            let file = try files.open(try folder.appending(name), .read)
            defer { try? file.close() }
            content = try file.content(at: 0, count: fixedByteCount + continuedLimit * 16 + 1)
        } catch let error as ProtectionError {
            switch error.code {
            case .notFound, .authenticationFailure: return nil
            case .protectedDataUnavailable: throw ProtectionError.lockedHandoff
            default: throw error
            }
        }
        return try content.withBytes { try read($0, of: circle, name, keys) }
    }

    private static func read(
        _ span: RawSpan,
        of circle: CircleID,
        _ name: String,
        _ keys: any KeyService
    ) throws -> HandoffDocument? {
        guard span.byteCount >= fixedByteCount else { return nil }
        let rest = span.byteCount - fixedByteCount
        let head = span.extracting(0..<17).array
        guard head[0] <= version else {
            throw ProtectionError(.unsupportedVersion, "'\(name)' was written by a newer program")
        }
        guard head[0] == version, rest % 16 == 0, rest / 16 <= continuedLimit,
            Array(head[1...]) == circle.bytes
        else { return nil }
        let key = try SecureBytes(
            count: AdvertisementKeys.keyByteCount,
            group: AdvertisementKeys.group,
            arena: keys.arena
        ) { $0.storeBytes(span.extracting(17..<49)) }
        var document = HandoffDocument(circle, key: key)
        var reader = ByteReader(span.extracting(49..<span.byteCount).array)
        document.sequence = reader.integer(UInt64.self) ?? 0
        document.made = reader.integer(Int64.self) ?? 0
        document.removed = reader.bytes(32) ?? []
        let at = reader.integer(Int64.self) ?? 0
        let last = reader.bytes(Advertisement.plainByteCount) ?? []
        document.heard = Advertisement.read(last).map { ($0, at) }
        while let activity = reader.bytes(16) { document.continued.append(activity) }
        return document
    }

    func write(
        _ name: String,
        _ files: FileStore,
        in folder: DevicePath
    ) throws {
        var tail = ByteWriter()
        tail.append(sequence)
        tail.append(made)
        tail.append(removed)
        tail.append(heard?.at ?? 0)
        tail.append(
            heard?.advertisement.plain
                ?? [UInt8](repeating: 0, count: Advertisement.plainByteCount)
        )
        for activity in continued { tail.append(activity) }
        let secret = try SecureBytes(
            count: 49 + tail.bytes.count,
            group: AdvertisementKeys.group,
            arena: key.secret.arena
        )
        try secret.store(([Self.version] + circle.bytes).span.bytes)
        try secret.store(key.secret, at: 17)
        try secret.store(tail.bytes.span.bytes, at: 49)
        _ = try files.write(
            SecretSource(secret),
            to: try folder.appending(name),
            as: .completeUntilFirstUserAuthentication
        )
    }

    static func remove(_ name: String, _ files: FileStore, in folder: DevicePath) throws {
        do { try files.remove(try folder.appending(name)) } catch {
            guard error.code == .notFound else { throw error }
        }
    }
}

extension ProtectionError {
    static let lockedHandoff = ProtectionError(
        .protectedDataUnavailable,
        "activities of other devices are not available before the first unlock"
    )
}
