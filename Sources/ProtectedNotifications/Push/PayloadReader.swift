import Documents
import Preferences

/// Reads the parts of a payload as Apple describes them ("Generating a remote notification", table 1 and 2).
struct PayloadReader {
    private static let known: Set<String> = [
        "alert", "badge", "sound", "thread-id", "category", "content-available", "mutable-content",
        "target-content-id", "interruption-level", "relevance-score", "filter-criteria",
        "stale-date", "content-state", "timestamp", "event", "dismissal-date", "attributes-type",
        "attributes", "url-args",
    ]

    private let root: DocumentNode
    private let aps: DocumentNode
    private let vocabulary: [String: String]?

    /// The most that a text has with its arguments, in bytes: many times what a payload has room for, and
    /// still little.
    private static let filledByteLimit = 16_384

    /// `words` are the app's own for the keys of texts; nil where there are no keys but texts alone.
    init(_ root: DocumentNode, _ words: [String: String]? = [:]) throws(DocumentFault) {
        guard root.entries != nil else { throw root.expected("an object") }
        guard let aps = root["aps"] else {
            throw DocumentFault("missing key 'aps'", at: root.location)
        }
        guard aps.entries != nil else { throw aps.expected("an object") }
        self.root = root
        self.aps = aps
        vocabulary = words
    }

    var unknownKeys: [String] {
        aps.entries?.map(\.key).filter { !Self.known.contains($0) } ?? []
    }

    var hasAlert: Bool {
        guard let alert = aps["alert"], !alert.isNull else { return false }
        return alert.string != "" && alert.entries?.isEmpty != true
    }

    /// Whether a key has the number 1.
    func flag(_ key: String) throws(DocumentFault) -> Bool {
        guard let node = aps[key] else { return false }
        return try node.integer() == 1
    }

    /// What is shown; `sealedKey` is not for the app to read.
    func content(except sealedKey: String? = nil) throws(DocumentFault) -> NotificationContent {
        var content = try alert()
        content.badge = try aps["badge"].map { (node) throws(DocumentFault) in
            let badge = try node.integer()
            guard badge >= 0 else { throw node.expected("a number from 0 on") }
            return badge
        }
        content.sound = try sound()
        content.threadIdentifier = try text("thread-id", in: aps) ?? ""
        content.categoryIdentifier = try text("category", in: aps) ?? ""
        if let node = aps["interruption-level"] {
            guard let level = node.string.flatMap(NotificationContent.InterruptionLevel.init) else {
                throw node.expected("'passive', 'active', 'time-sensitive' or 'critical'")
            }
            content.interruptionLevel = level
        }
        if let node = aps["relevance-score"] {
            content.relevanceScore = try number(node, in: 0...1)
        }
        for entry in root.entries ?? [] where entry.key != "aps" && entry.key != sealedKey {
            content.userInfo[entry.key] = try Self.value(entry.value)
        }
        return content
    }

    private func alert() throws(DocumentFault) -> NotificationContent {
        var content = NotificationContent()
        guard let alert = aps["alert"], !alert.isNull else { return content }
        guard alert.entries != nil else {
            guard let text = alert.string else { throw alert.expected("a text or an object") }
            content.body = text
            return content
        }
        content.title = try words("title", "title-loc-key", "title-loc-args", in: alert)
        content.subtitle = try words("subtitle", "subtitle-loc-key", "subtitle-loc-args", in: alert)
        content.body = try words("body", "loc-key", "loc-args", in: alert)
        return content
    }

    private func sound() throws(DocumentFault) -> NotificationContent.Sound? {
        guard let node = aps["sound"] else { return nil }
        guard node.entries != nil else {
            guard let name = node.string else { throw node.expected("a text or an object") }
            return name == "default" ? .standard : .named(name)
        }
        let name = try text("name", in: node)
        let isCritical = try node["critical"].map { (node) throws(DocumentFault) in
            try node.integer() == 1
        }
        let volume = try node["volume"].map { (node) throws(DocumentFault) in
            try number(node, in: 0...1)
        }
        guard isCritical == true else {
            return name.map { $0 == "default" ? .standard : .named($0) }
        }
        return .critical(name: name == "default" ? nil : name, volume: volume ?? 1)
    }

    private func text(_ key: String, in node: DocumentNode) throws(DocumentFault) -> String? {
        guard let value = node[key] else { return nil }
        guard let text = value.string else { throw value.expected("a text") }
        return text
    }

    /// A text, or the app's own for a key, with its arguments.
    private func words(
        _ key: String,
        _ wordKey: String,
        _ argumentKey: String,
        in node: DocumentNode
    ) throws(DocumentFault) -> String {
        if let text = try text(key, in: node) { return text }
        guard let word = try text(wordKey, in: node), let wordNode = node[wordKey] else {
            return ""
        }
        guard let vocabulary else { throw wordNode.expected("a text under '\(key)'") }
        let arguments = try node[argumentKey].map { (node) throws(DocumentFault) in
            var texts: [String] = []
            for element in try node.list() {
                guard let text = element.string else { throw element.expected("a text") }
                texts.append(text)
            }
            return texts
        }
        // Where the app has none its key is shown, as on a phone.
        guard let text = Self.filled(vocabulary[word] ?? word, arguments ?? []) else {
            throw wordNode.expected(
                "a text that has at most \(Self.filledByteLimit) bytes with its arguments"
            )
        }
        // Each part was checked, and their seams were not.
        guard CombiningMarks.excess(in: text) == nil else {
            throw DocumentFault(CombiningMarks.complaint, at: wordNode.location)
        }
        return text
    }

    /// A format with its arguments, of which none is looked at for further places; nil when it is too long.
    private static func filled(_ format: String, _ arguments: [String]) -> String? {
        var result = ""
        var rest = format[...]
        var next = 0
        while let mark = rest.firstIndex(of: "%") {
            result += rest[..<mark]
            guard result.utf8.count <= filledByteLimit else { return nil }
            rest = rest[mark...].dropFirst()
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            let end = rest[digits.endIndex...]
            if digits.isEmpty, end.hasPrefix("@") {
                result += next < arguments.count ? arguments[next] : ""
                next += 1
                rest = end.dropFirst()
            } else if let number = Int(digits), end.hasPrefix("$@") {
                result += number > 0 && number <= arguments.count ? arguments[number - 1] : ""
                rest = end.dropFirst(2)
            } else {
                result += "%"
                if digits.isEmpty, end.hasPrefix("%") { rest = end.dropFirst() }
            }
        }
        result += rest
        return result.utf8.count <= filledByteLimit ? result : nil
    }

    private func number(
        _ node: DocumentNode,
        in range: ClosedRange<Double>
    ) throws(DocumentFault) -> Double {
        guard let word = node.word, node.string == nil, let number = Double(word),
            range.contains(number)
        else { throw node.expected("a number from \(range.lowerBound) to \(range.upperBound)") }
        return number
    }

    /// What an app finds in `userInfo`, which cannot hold null.
    private static func value(_ node: DocumentNode) throws(DocumentFault) -> PreferenceValue? {
        if let entries = node.entries {
            var values: [String: PreferenceValue] = [:]
            for entry in entries { values[entry.key] = try value(entry.value) }
            return .dictionary(values)
        }
        if let elements = node.array {
            var values: [PreferenceValue] = []
            for element in elements {
                if let value = try value(element) { values.append(value) }
            }
            return .array(values)
        }
        if let text = node.string { return .string(text) }
        if let flag = node.boolean { return .boolean(flag) }
        guard let word = node.word else { return nil }
        if let integer = Int64(word) { return .integer(Int128(integer)) }
        guard let real = Double(word), real.isFinite else { throw node.expected("a number") }
        return .real(real)
    }
}
