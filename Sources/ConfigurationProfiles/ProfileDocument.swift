public import ProtectionModel
public import Preferences
import SignedMessages

/// A profile's property list as it is written, sound or not, taken out of its signature: what a
/// linter looks at.
public struct ProfileDocument: Sendable, Hashable {
    /// The top level.
    public let root: [String: PreferenceValue]
    /// How the property list is written.
    public let format: PropertyListFormat
    /// Who made it.
    public let signature: ProfileSignature

    /// Reads a `.mobileconfig`: a property list in XML or binary, or one in a CMS message that
    /// signs it, whose signature is checked.
    ///
    /// - Throws: ``ProtectionError`` with `malformed-profile` for anything else, for content or
    ///   signature that was changed, and for a property list beyond `limits`.
    public init(
        reading bytes: [UInt8],
        limits: PropertyListLimits = .standard
    ) throws(ProtectionError) {
        guard bytes.count <= limits.byteCount else {
            throw .malformed(
                "it has \(bytes.count) bytes, and at most \(limits.byteCount) are read"
            )
        }
        guard bytes.first == SignedMessage.firstByte else {
            if bytes.starts(with: "-----BEGIN".utf8) {
                throw .malformed("it is PEM, which no device reads; a signed profile is DER")
            }
            try self.init(bytes, limits, .unsigned)
            return
        }
        let message: SignedMessage
        do { message = try SignedMessage(reading: bytes) } catch {
            throw .malformed(error.description)
        }
        try self.init(message.content, limits, ProfileSignature(message.verdict))
    }

    private init(
        _ bytes: [UInt8],
        _ limits: PropertyListLimits,
        _ signature: ProfileSignature
    ) throws(ProtectionError) {
        let list: PropertyList
        do { list = try PropertyList(reading: bytes, limits: limits) } catch {
            throw .malformed("it is \(error.message)")
        }
        guard case .dictionary(let root) = list.root else {
            throw .malformed("its property list is not a dictionary")
        }
        self.root = root
        format = list.format
        self.signature = signature
    }

    /// The payloads that are dictionaries, each with its place among all of them.
    var payloads: [(index: Int, settings: [String: PreferenceValue])] {
        guard case .array(let payloads) = root["PayloadContent"] else { return [] }
        return payloads.enumerated().compactMap { index, payload in
            guard case .dictionary(let settings) = payload else { return nil }
            return (index, settings)
        }
    }
}

/// Where a profile is at fault: the cause of a `malformed-profile`.
public struct ProfilePlace: Error, Sendable, Hashable {
    /// Such as `PayloadContent[0].PayloadUUID`.
    public let keyPath: String
}

extension ProtectionError {
    /// Names a failure with its place in the profile, where it is about one.
    package init(_ code: ErrorCode, _ description: String, at keyPath: String?) {
        self.init(
            code,
            keyPath.map { "\($0): \(description)" } ?? description,
            cause: keyPath.map { ProfilePlace(keyPath: $0) }
        )
    }

    static func malformed(_ description: String, at keyPath: String? = nil) -> ProtectionError {
        ProtectionError(.malformedProfile, description, at: keyPath)
    }
}
