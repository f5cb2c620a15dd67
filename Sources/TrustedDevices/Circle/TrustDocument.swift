import KeyManagement
import ProtectedStore
package import ProtectionModel

/// What a device keeps of its circle, class C; nothing in it is secret to the user's devices.
///
/// ```
/// version  1   1
/// state    1   0 pending: it has asked to be added, and not heard that it was; 1 member
/// circle  16
/// own     16   the device itself
/// count    4   of the statements, little-endian
///              each: length 2, little-endian, statement
/// ```
package struct TrustDocument: Sendable, Equatable {
    private static let version: UInt8 = 1
    private static let fileName = "circle"

    let circle: CircleID
    let own: TrustedDevice.ID
    var isPending: Bool
    /// Encoded; in the order of their bytes.
    package private(set) var statements: [[UInt8]]

    /// What a device knows.
    package init(
        _ circle: CircleID,
        own: TrustedDevice.ID,
        isPending: Bool,
        _ statements: some Sequence<[UInt8]>
    ) {
        self.circle = circle
        self.own = own
        self.isPending = isPending
        self.statements = Self.sorted(statements)
    }

    private static func sorted(_ statements: some Sequence<[UInt8]>) -> [[UInt8]] {
        Set(statements).sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Takes statements in that can be read, are about this circle, and that a device has signed which is known by then.
    ///
    /// The others are dropped; when there are too many, so are those that do not count.
    ///
    ///
    /// - Throws: `ProtectionError` with `limit-exceeded` when there would be too many nonetheless, and then nothing changes.
    package mutating func add(
        _ more: some Sequence<[UInt8]>,
        weighedBy weigh: (TrustDocument) -> Membership = { $0.membership }
    ) throws(ProtectionError) {
        let circle = circle
        let known = Set(statements)
        let readable = more.filter {
            !known.contains($0) && (try? Statement(reading: $0))?.circle == circle
        }
        guard !readable.isEmpty else { return }
        var all = self
        all.statements = Self.sorted(statements + readable)
        let isFull = all.statements.count > Membership.statementLimit
        let worthless = weigh(all).worthless(whenFull: isFull, to: own)
        all.statements.removeAll(where: worthless.contains)
        guard all.statements.count <= Membership.statementLimit else {
            throw ProtectionError(
                .limitExceeded,
                "a circle keeps \(Membership.statementLimit) statements, and these would be "
                    + "\(all.statements.count)"
            )
        }
        self = all
    }

    /// The members; see ``TrustCircle/weigh(_:)``.
    var membership: Membership { Membership(of: circle, statements) }

    // MARK: Bytes

    /// Reads one, whose statements are still to be weighed; nil for what is damaged.
    ///
    /// - Throws: ``ProtectionError`` with `unsupported-version`.
    package init?(_ bytes: [UInt8]) throws(ProtectionError) {
        var reader = ByteReader(bytes)
        guard let version = reader.integer(UInt8.self), version >= Self.version else { return nil }
        guard version == Self.version else {
            throw ProtectionError(
                .unsupportedVersion,
                "what the device keeps of its trusted devices was written by a newer version"
            )
        }
        guard let state = reader.integer(UInt8.self), state <= 1,
            let circle = reader.bytes(CircleID.byteCount).flatMap(CircleID.init),
            let own = reader.id(), let count = reader.integer(UInt32.self),
            count <= Membership.statementLimit
        else { return nil }
        var statements: [[UInt8]] = []
        for _ in 0..<count {
            guard let length = reader.integer(UInt16.self),
                let statement = reader.bytes(Int(length))
            else { return nil }
            statements.append(statement)
        }
        guard reader.remaining == 0 else { return nil }
        self.init(circle, own: own, isPending: state == 0, statements)
    }

    /// As it is kept.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.append(Self.version)
        writer.append(UInt8(isPending ? 0 : 1))
        writer.append(circle.bytes)
        writer.append(own.bytes)
        writer.append(UInt32(statements.count))
        for statement in statements {
            writer.append(UInt16(statement.count))
            writer.append(statement)
        }
        return writer.bytes
    }

    // MARK: The file

    /// The device's document; nil without a circle.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable` before the first unlock;
    ///   `authentication-failure`, `unsupported-version`.
    static func read(_ files: FileStore, in folder: DevicePath) throws -> TrustDocument? {
        let bytes: [UInt8]
        do { bytes = try files.read(try folder.appending(fileName)) } catch {
            switch error.code {
            case .notFound: return nil
            case .protectedDataUnavailable: throw ProtectionError.lockedTrust
            default: throw error
            }
        }
        guard let document = try TrustDocument(bytes) else { throw ProtectionError.damagedTrust }
        return document
    }

    func write(_ files: FileStore, in folder: DevicePath) throws {
        try files.write(
            bytes,
            to: try folder.appending(Self.fileName),
            as: .completeUntilFirstUserAuthentication
        )
    }

    static func remove(_ files: FileStore, in folder: DevicePath) throws {
        do { try files.remove(try folder.appending(fileName)) } catch {
            guard error.code == .notFound else { throw error }
        }
    }
}
