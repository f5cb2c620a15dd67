import DeviceIdentifiers
import Documents
import FoundationEssentials
import Preferences
public import ProtectionModel
import SodiumCrypto

/// What a sealed push holds.
public struct PushMessage: Sendable, Hashable {
    /// What is shown.
    public var content: NotificationContent
    /// When it was sent, to the millisecond.
    public var sent: Timestamp
    /// Until when it is worth showing; nil for always.
    public var expires: Timestamp?
    /// Its number among the sender's, by which a repetition is told.
    public var sequence: UInt64
    /// The sender's own name for it.
    public var identifier: String

    /// Names all of it.
    public init(
        _ content: NotificationContent,
        sent: Timestamp,
        expires: Timestamp? = nil,
        sequence: UInt64,
        identifier: String
    ) {
        self.content = content
        self.sent = sent
        self.expires = expires
        self.sequence = sequence
        self.identifier = identifier
    }

    /// As JSON, with a 0x80 and zeros behind it up to one of a few lengths (ISO/IEC 7816-4).
    ///
    /// - Throws: `payload-too-large`; `invalid-argument` for what the app could not read: attachments, dates and data,
    ///   which JSON lacks, and a time, number or depth out of its range.
    func padded() throws(ProtectionError) -> WipedBuffer {
        for time in [sent, expires].compactMap(\.self)
        where !PushMessageDocument.times.contains(time.seconds) {
            throw ProtectionError(.invalidArgument, "a push is sent between 1970 and 9999")
        }
        let json = try PushMessageDocument(self).json()
        let limit = SealedPush.paddedByteCounts
        guard let count = limit.first(where: { $0 > json.count }) else {
            throw ProtectionError(
                .payloadTooLarge,
                "the message has \(json.count) bytes; \((limit.last ?? 0) - 1) are the most that can be sealed"
            )
        }
        do throws(DocumentFault) { _ = try PushMessageDocument.message(json) } catch {
            throw ProtectionError(
                .invalidArgument,
                "the message cannot be sealed: \(error.message)"
            )
        }
        var buffer = WipedBuffer(count: count)
        buffer.copy(json.span.bytes, to: 0)
        buffer.copy([0x80 as UInt8].span.bytes, to: json.count)
        return buffer
    }

    /// What was sealed.
    ///
    /// - Throws: `authentication-failure` for what nobody of ours has sealed.
    init(padded: borrowing WipedBuffer) throws(ProtectionError) {
        let bytes = padded.withBytes(0..<padded.count) { $0.array }
        guard let end = bytes.lastIndex(where: { $0 != 0 }), bytes[end] == 0x80 else {
            throw .unopenablePush
        }
        let json = Array(bytes[..<end])
        do throws(DocumentFault) { self = try PushMessageDocument.message(json) } catch {
            throw .unopenablePush
        }
    }
}

/// What became of the sealed part of a push.
public enum SealedContent: Sendable, Hashable {
    case message(PushMessage)
    /// It has come before, or so much has come since that nobody knows.
    case repeated
    /// Its time is over.
    case expired
}

/// A message as JSON: `{"aps": …, "sent": ms, "expires": ms, "sequence": n, "id": "…", …}`, where `aps` and what
/// is not named here are as in a payload.
private struct PushMessageDocument: Encodable {
    /// Seconds from 1970 to the end of the year 9999.
    static let times: Range<Int64> = 0..<253_402_300_800

    private static let own: Set<String> = ["sent", "expires", "sequence", "id"]

    private let message: PushMessage

    init(_ message: PushMessage) throws(ProtectionError) {
        let content = message.content
        guard content.attachments.isEmpty else {
            throw ProtectionError(.invalidArgument, "a sealed push has no attachments")
        }
        for key in content.userInfo.keys where key == "aps" || Self.own.contains(key) {
            throw ProtectionError(
                .invalidArgument,
                "a sealed push has a meaning of its own for '\(key)'"
            )
        }
        self.message = message
    }

    func json() throws(ProtectionError) -> [UInt8] {
        do { return try Array(JSONEncoder.sorted.encode(self)) } catch let error as ProtectionError
        {
            throw error
        } catch { throw ProtectionError(.invalidArgument, "the message is not JSON: \(error)") }
    }

    func encode(to encoder: any Encoder) throws {
        var root = encoder.container(keyedBy: PayloadKey.self)
        try root.encode(message.sent.milliseconds, forKey: "sent")
        try root.encodeIfPresent(message.expires?.milliseconds, forKey: "expires")
        try root.encode(message.sequence, forKey: "sequence")
        try root.encode(message.identifier, forKey: "id")
        try PayloadWriter.encode(message.content, to: &root)
    }

    /// Reads a message; keys that are unknown are the app's.
    static func message(_ json: [UInt8]) throws(DocumentFault) -> PushMessage {
        let root = try TextDocument.parse(
            json,
            limits: DocumentLimits(byteCount: 4_096, depth: RemotePayload.depthLimit),
            isJSON: true
        )
        let reader = try PayloadReader(root, [:])
        var content = try reader.content()
        for key in own { content.userInfo[key] = nil }
        return PushMessage(
            content,
            sent: try time(root["sent"], root),
            expires: try root["expires"].map { (node) throws(DocumentFault) in
                try time(node, root)
            },
            sequence: try sequence(root),
            identifier: try identifier(root["id"])
        )
    }

    private static func identifier(_ node: DocumentNode?) throws(DocumentFault) -> String {
        guard let node else { return "" }
        guard let text = node.string else { throw node.expected("a text") }
        return text
    }

    private static func time(
        _ node: DocumentNode?,
        _ root: DocumentNode
    ) throws(DocumentFault) -> Timestamp {
        guard let node else { throw DocumentFault("missing time", at: root.location) }
        let milliseconds = Int64(try node.integer())
        // From 1970 to the year 9999.
        guard (0..<253_402_300_800_000).contains(milliseconds) else {
            throw node.expected("a time")
        }
        return Timestamp(
            seconds: milliseconds / 1_000,
            nanoseconds: milliseconds % 1_000 * 1_000_000
        )
    }

    private static func sequence(_ root: DocumentNode) throws(DocumentFault) -> UInt64 {
        guard let node = root["sequence"], node.string == nil,
            let number = node.word.flatMap(UInt64.init)
        else { throw DocumentFault("missing sequence", at: root.location) }
        return number
    }
}

extension Timestamp {
    fileprivate var milliseconds: Int64 { seconds * 1_000 + Int64(nanoseconds) / 1_000_000 }
}
