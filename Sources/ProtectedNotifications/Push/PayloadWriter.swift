import DeviceIdentifiers
import FoundationEssentials
import Preferences
package import ProtectionModel

/// Writes content as a payload says it, which ``PayloadReader`` reads again: `aps`, and `userInfo` beside it.
///
/// Attachments have no place in a payload.
enum PayloadWriter {
    /// Writes it; with `isMutable` a service extension may change it.
    ///
    /// - Throws: `invalid-argument` for a value of `userInfo` that JSON lacks.
    static func encode(
        _ content: NotificationContent,
        isMutable: Bool = false,
        to root: inout KeyedEncodingContainer<PayloadKey>
    ) throws {
        for (key, value) in content.userInfo {
            try root.encode(JSONValue(value), forKey: PayloadKey(key))
        }
        var aps = root.nestedContainer(keyedBy: PayloadKey.self, forKey: "aps")
        var alert = aps.nestedContainer(keyedBy: PayloadKey.self, forKey: "alert")
        try alert.encodeUnless("", content.title, forKey: "title")
        try alert.encodeUnless("", content.subtitle, forKey: "subtitle")
        try alert.encodeUnless("", content.body, forKey: "body")
        if isMutable { try aps.encode(1, forKey: "mutable-content") }
        try aps.encodeIfPresent(content.badge, forKey: "badge")
        try encode(content.sound, to: &aps)
        let usual = NotificationContent()
        try aps.encodeUnless("", content.threadIdentifier, forKey: "thread-id")
        try aps.encodeUnless("", content.categoryIdentifier, forKey: "category")
        try aps.encodeUnless(
            usual.interruptionLevel.rawValue,
            content.interruptionLevel.rawValue,
            forKey: "interruption-level"
        )
        try aps.encodeUnless(
            usual.relevanceScore,
            content.relevanceScore,
            forKey: "relevance-score"
        )
    }

    private static func encode(
        _ sound: NotificationContent.Sound?,
        to aps: inout KeyedEncodingContainer<PayloadKey>
    ) throws {
        switch sound {
        case nil: break
        case .standard?: try aps.encode("default", forKey: "sound")
        case .named(let name)?: try aps.encode(name, forKey: "sound")
        case .critical(let name, let volume)?:
            var sound = aps.nestedContainer(keyedBy: PayloadKey.self, forKey: "sound")
            try sound.encode(1, forKey: "critical")
            try sound.encode(name ?? "default", forKey: "name")
            try sound.encode(volume, forKey: "volume")
        }
    }
}

extension KeyedEncodingContainer<PayloadKey> {
    /// What is as usual is left out: a message has little room.
    fileprivate mutating func encodeUnless<Value: Encodable & Equatable>(
        _ usual: Value,
        _ value: Value,
        forKey name: PayloadKey
    ) throws {
        if value != usual { try encode(value, forKey: name) }
    }
}

/// A key of a payload, whatever it is called.
struct PayloadKey: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init(stringLiteral name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// A value of `userInfo` as JSON.
private struct JSONValue: Encodable {
    let value: PreferenceValue

    init(_ value: PreferenceValue) { self.value = value }

    func encode(to encoder: any Encoder) throws {
        switch value {
        case .dictionary(let values):
            var container = encoder.container(keyedBy: PayloadKey.self)
            for (key, value) in values {
                try container.encode(JSONValue(value), forKey: PayloadKey(key))
            }
        case .array(let values): try values.map(JSONValue.init).encode(to: encoder)
        case .string(let text): try text.encode(to: encoder)
        case .boolean(let flag): try flag.encode(to: encoder)
        case .real(let number) where number.isFinite: try number.encode(to: encoder)
        case .integer(let number) where Int64(exactly: number) != nil:
            try Int64(clamping: number).encode(to: encoder)
        default:
            throw ProtectionError(
                .invalidArgument,
                "a payload holds what JSON has, not a value of type '\(value.typeName)'"
            )
        }
    }
}

extension RemotePayload {
    /// A payload as an app's server writes it: an alert that the app's service extension may change, with what
    /// is sealed beside it.
    ///
    /// - Throws: `invalid-argument` for a value of `userInfo` that JSON lacks; as ``init(reading:_:sealedKey:words:)``.
    package init(
        _ content: NotificationContent,
        sealed: SealedPush? = nil,
        _ headers: Headers
    ) throws(ProtectionError) {
        let json: [UInt8]
        do {
            json = try Array(
                JSONEncoder.sorted.encode(Alert(content: content, sealed: sealed?.text))
            )
        } catch let error as ProtectionError { throw error } catch {
            throw ProtectionError(.invalidArgument, "the payload is not JSON: \(error)")
        }
        try self.init(reading: json, headers)
    }

    private struct Alert: Encodable {
        let content: NotificationContent
        let sealed: String?

        func encode(to encoder: any Encoder) throws {
            var root = encoder.container(keyedBy: PayloadKey.self)
            try PayloadWriter.encode(content, isMutable: true, to: &root)
            try root.encodeIfPresent(sealed, forKey: PayloadKey(SealedPush.standardKey))
        }
    }
}
