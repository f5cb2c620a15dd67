import DeviceIdentifiers
import Documents
import Foundation
import Preferences
import ProtectedStore
import ProtectionModel

/// As the device's documents keep it.
extension NotificationContent: Codable {
    private enum Key: String, CodingKey {
        case title, subtitle, body, badge, sound, thread, category, level, relevance, attachments
        case userInfo
    }

    /// Reads what ``encode(to:)`` wrote.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            title: try container.decode(String.self, forKey: .title),
            subtitle: try container.decode(String.self, forKey: .subtitle),
            body: try container.decode(String.self, forKey: .body)
        )
        badge = try container.decodeIfPresent(Int.self, forKey: .badge)
        sound = try container.decodeIfPresent(Sound.self, forKey: .sound)
        threadIdentifier = try container.decode(String.self, forKey: .thread)
        categoryIdentifier = try container.decode(String.self, forKey: .category)
        interruptionLevel = try container.decode(InterruptionLevel.self, forKey: .level)
        relevanceScore = try container.decode(Double.self, forKey: .relevance)
        attachments = try container.decode([Attachment].self, forKey: .attachments)
        guard let list = try container.decodeIfPresent(Data.self, forKey: .userInfo) else { return }
        // What no JSON holds, such as a date, comes back as what it was.
        guard case .dictionary(let values) = try PropertyList(reading: Array(list)).root else {
            throw DecodingError.dataCorruptedError(
                forKey: .userInfo,
                in: container,
                debugDescription: "not a dictionary"
            )
        }
        userInfo = values
    }

    /// Writes all of it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(title, forKey: .title)
        try container.encode(subtitle, forKey: .subtitle)
        try container.encode(body, forKey: .body)
        try container.encodeIfPresent(badge, forKey: .badge)
        try container.encodeIfPresent(sound, forKey: .sound)
        try container.encode(threadIdentifier, forKey: .thread)
        try container.encode(categoryIdentifier, forKey: .category)
        try container.encode(interruptionLevel, forKey: .level)
        try container.encode(relevanceScore, forKey: .relevance)
        try container.encode(attachments, forKey: .attachments)
        guard !userInfo.isEmpty else { return }
        let list = PropertyList(.dictionary(userInfo)).binary
        try container.encode(Data(list), forKey: .userInfo)
    }
}

extension NotificationContent {
    /// - Throws: `ProtectionError` with `invalid-argument` for what could not be read back: a value that is not
    ///   a number, a badge below 0, a text that takes too long to compare, and what no property list holds;
    ///   `limit-exceeded` for more than ``byteLimit``.
    func checkStorable() throws(ProtectionError) {
        var numbers = [relevanceScore]
        if case .critical(_, let volume) = sound { numbers.append(volume) }
        guard numbers.allSatisfy(\.isFinite) else {
            throw ProtectionError(.invalidArgument, "a relevance and a volume are from 0 to 1")
        }
        guard badge ?? 0 >= 0 else {
            throw ProtectionError(.invalidArgument, "a badge is a number from 0 on")
        }
        guard texts.allSatisfy({ CombiningMarks.excess(in: $0) == nil }) else {
            throw ProtectionError(
                .invalidArgument,
                "a text of the notification has \(CombiningMarks.complaint)"
            )
        }
        try PreferenceValue.dictionary(userInfo).checkStorable()
        let count = try ProtectionError.wrapping { try JSONEncoder.sorted.encode(self).count }
        guard count <= Self.byteLimit else {
            throw ProtectionError(
                .limitExceeded,
                "the content of the notification has \(count) bytes; \(Self.byteLimit) are the most"
            )
        }
    }

    private var texts: [String] {
        let name: String? =
            switch sound {
            case .named(let name): name
            case .critical(let name, _): name
            case .standard, nil: nil
            }
        return [title, subtitle, body, threadIdentifier, categoryIdentifier, name ?? ""]
            + attachments.map(\.identifier)
    }
}

extension NotificationContent.Attachment: Codable {
    private enum Key: String, CodingKey {
        case identifier, path
    }

    /// Reads both.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            try container.decode(String.self, forKey: .identifier),
            try DevicePath(try container.decode(String.self, forKey: .path))
        )
    }

    /// Writes both.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(identifier, forKey: .identifier)
        try container.encode(path.description, forKey: .path)
    }
}
