import ProtectionModel
import SodiumCrypto

/// Makes tokens that nobody else can make: a payload behind which its code stands (keyed BLAKE2b).
///
/// What a token belongs to, as its zone or query, is not in it but in what the code is made of.
final class TokenCode: Sendable {
    private static let byteCount = 32
    private let key: SecureBytes

    init(key: consuming SecureBytes) { self.key = key }

    /// The text of a token.
    func token(_ payload: [UInt8], for subject: [UInt8]) throws -> String {
        Base64URL.encode(try payload + code(of: payload, for: subject))
    }

    /// The payload of a token.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for one that was not made for this.
    func payload(of token: String, for subject: [UInt8]) throws -> [UInt8] {
        guard let bytes = Base64URL.decode(token), bytes.count > Self.byteCount,
            case let payload = Array(bytes.dropLast(Self.byteCount)),
            ConstantTime.areEqual(
                try code(of: payload, for: subject),
                Array(bytes.suffix(Self.byteCount))
            )
        else {
            throw ProtectionError(
                .invalidArgument,
                "the token was not made for this by the service"
            )
        }
        return payload
    }

    private func code(of payload: [UInt8], for subject: [UInt8]) throws -> [UInt8] {
        var writer = ByteWriter()
        writer.append(subject)
        writer.append(payload)
        return try KeyedHash.code(
            of: writer.bytes.span.bytes,
            count: Self.byteCount,
            key: key,
            keyByteCount: key.count
        )
    }
}

/// Up to where the changes of a zone are known.
public struct ChangeToken: Sendable, Hashable {
    /// The token as text, to be kept.
    public let text: String

    /// A token that was kept.
    public init(_ text: String) { self.text = text }
}

/// What is in a change token.
///
/// The start is the zone's serial when everything was asked for the first time: removals up to it
/// are of records that nobody told about.
struct ChangePoint: Equatable {
    var incarnation: UInt64
    var serial: Int64
    var start: Int64

    private static let version: UInt8 = 1

    init(incarnation: UInt64, serial: Int64, start: Int64) {
        self.incarnation = incarnation
        self.serial = serial
        self.start = start
    }

    init?(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard reader.byte() == Self.version, let incarnation = reader.number(UInt64.self),
            let serial = reader.number(Int64.self), let start = reader.number(Int64.self),
            reader.remaining == 0
        else { return nil }
        self.init(incarnation: incarnation, serial: serial, start: start)
    }

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.append(Self.version)
        writer.append(number: incarnation)
        writer.append(number: serial)
        writer.append(number: start)
        return writer.bytes
    }
}

extension RecordRequest {
    /// What a token of a zone, or of a query in one, belongs to.
    func subject(_ purpose: String, _ zone: RecordZoneID?) -> ByteWriter {
        var writer = ByteWriter()
        writer.append(purpose)
        writer.append(container.identifier)
        writer.append(container.environment.rawValue)
        writer.append(database.scope.rawValue)
        writer.append(database.owner)
        writer.append(zone?.name ?? "")
        return writer
    }
}
