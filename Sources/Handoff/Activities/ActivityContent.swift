package import ProtectionModel
import SodiumCrypto

/// What a device sends of an activity, and nobody but an unlocked device can open.
///
/// ```
/// version       1   1
/// flags         1   1 title, 2 page, 4 streams
/// type              length 4, text; so also: application, team, title, page
/// user info         length 4, bytes
/// keys              count 4, each: length 4, text, in the order of their bytes
/// padding           zeros up to a multiple of 1,024
/// ```
package struct ActivityContent: Sendable, Equatable {
    private static let version: UInt8 = 1
    private static let step = 1_024
    /// What fits into one message of a session, with what sealing adds.
    static let byteLimit = 60 * 1_024

    let type: String
    let application: String
    let team: String
    var title: String?
    var userInfo: [String: ActivityValue] = [:]
    var userInfoByteCount = 5
    var requiredKeys: Set<String> = []
    var page: WebPage?
    var supportsStreams = false

    init(_ type: String, application: String, team: String) {
        self.type = type
        self.application = application
        self.team = team
    }

    var isBrowsing: Bool { type == UserActivity.browsingWeb }

    var notes: Set<UserActivity.Note> {
        var notes = Set(
            requiredKeys.subtracting(userInfo.keys).map { UserActivity.Note.missingKey($0) }
        )
        if userInfoByteCount > UserActivity.advisedByteCount {
            notes.insert(.largeUserInfo(userInfoByteCount))
        }
        if !isBrowsing, type.split(separator: ".").count < 3 { notes.insert(.shortType) }
        return notes
    }

    /// Type and team are 1 to 255 bytes without control characters.
    static func isName(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }

    // MARK: Bytes

    /// - Throws: `ProtectionError` with `payload-too-large` when the page and the keys make it too long.
    package func bytes() throws(ProtectionError) -> [UInt8] {
        let title = title.map { Self.cut($0, to: UserActivity.titleByteLimit) }
        var bytes: [UInt8] = [Self.version, 0]
        bytes[1] = (title == nil ? 0 : 1) | (page == nil ? 0 : 2) | (supportsStreams ? 4 : 0)
        func append(_ part: [UInt8]) {
            bytes += Self.little(part.count) + part
        }
        for text in [type, application, team] { append(Array(text.utf8)) }
        if let title { append(Array(title.utf8)) }
        if let page { append(Array(page.description.utf8)) }
        // A page says all that there is to say.
        append(try ActivityValueCoding.encode(.dictionary(isBrowsing ? [:] : userInfo)))
        let keys = requiredKeys.map { Array($0.utf8) }
        bytes += Self.little(keys.count)
        for key in keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) { append(key) }
        bytes += [UInt8](repeating: 0, count: (Self.step - bytes.count % Self.step) % Self.step)
        guard bytes.count <= Self.byteLimit else {
            throw ProtectionError(
                .payloadTooLarge,
                "an activity has at most \(Self.byteLimit) bytes, and this one would have \(bytes.count)"
            )
        }
        return bytes
    }

    /// Reads one that another device has sent; nil for anything that ``bytes()`` would not give.
    package init?(_ bytes: [UInt8]) {
        var reader = ActivityReader(bytes)
        guard bytes.count <= Self.byteLimit, bytes.count % Self.step == 0,
            reader.byte() == Self.version, let flags = reader.byte(), flags & ~7 == 0,
            let type = reader.text(), let application = reader.text(), let team = reader.text(),
            [type, application, team].allSatisfy(Self.isName)
        else { return nil }
        self.init(type, application: application, team: team)
        if flags & 1 != 0 {
            guard let title = reader.text(), title.utf8.count <= UserActivity.titleByteLimit else {
                return nil
            }
            self.title = title
        }
        if flags & 2 != 0 {
            guard let text = reader.text(), let page = try? WebPage(text) else { return nil }
            self.page = page
        }
        supportsStreams = flags & 4 != 0
        guard readUserInfo(&reader), let padding = reader.bytes(reader.remaining),
            padding.count < Self.step, padding.allSatisfy({ $0 == 0 })
        else { return nil }
    }

    private mutating func readUserInfo(_ reader: inout ActivityReader) -> Bool {
        guard let info = reader.sized(), info.count <= UserActivity.userInfoByteLimit,
            let userInfo = ActivityValueCoding.decode(info), !isBrowsing || userInfo.isEmpty,
            let count = reader.count()
        else { return false }
        self.userInfo = userInfo
        userInfoByteCount = info.count
        var previous: [UInt8]?
        for _ in 0..<count {
            guard let key = reader.text() else { return false }
            let bytes = Array(key.utf8)
            if let previous, !previous.lexicographicallyPrecedes(bytes) { return false }
            previous = bytes
            requiredKeys.insert(key)
        }
        return true
    }

    private static func little(_ count: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
    }

    private static func cut(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var kept = ""
        for scalar in text.unicodeScalars {
            guard kept.utf8.count + UTF8.width(scalar) <= limit else { break }
            kept.unicodeScalars.append(scalar)
        }
        return kept
    }
}
