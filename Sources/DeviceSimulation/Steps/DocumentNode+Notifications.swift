import DeviceIdentifiers
import Documents
import ProtectedNotifications
import ProtectionModel

/// The words of notifications as they stand in scenarios.
extension DocumentNode {
    /// What is shown: a text, which is its body, or a mapping of its parts.
    func notificationContent() throws(DocumentFault) -> NotificationContent {
        switch content {
        case .mapping:
            var reader = try TextReader(self)
            let content = try reader.notificationContent()
            try reader.finish()
            return content
        case .sequence: throw expected("a text or a mapping")
        default: return NotificationContent(body: try text())
        }
    }

    /// A number with or without a fraction, not in quotes.
    func number() throws(DocumentFault) -> Double {
        guard case .scalar(let scalar) = content, !scalar.isQuoted,
            scalar.text.allSatisfy({ $0.isASCII && ($0.isNumber || "+-.".contains($0)) }),
            let number = Double(scalar.text)
        else { throw expected("a number") }
        return number
    }

    /// A time of day as `8:00` or `08:00`, or with seconds.
    func timeOfDay() throws(DocumentFault) -> CalendarMoment {
        var parts = CalendarMoment.Parts()
        guard parts.takeTime(try text()) else {
            throw expected("a time of day such as 08:00 or 08:00:30")
        }
        return try moment(parts)
    }

    /// A moment of the device's wall clock as `2007-03-25 02:30`, or with seconds.
    func momentOfDate() throws(DocumentFault) -> CalendarMoment {
        let halves = try text().split(separator: " ", omittingEmptySubsequences: false)
        var parts = CalendarMoment.Parts()
        guard halves.count == 2, parts.takeDate(halves[0]), parts.takeTime(halves[1]) else {
            throw expected("a moment such as 2007-03-25 02:30")
        }
        return try moment(parts)
    }

    private func moment(_ parts: CalendarMoment.Parts) throws(DocumentFault) -> CalendarMoment {
        do { return try CalendarMoment(parts) } catch {
            throw DocumentFault(error.message, at: location)
        }
    }

    /// Words of a list, of which each is one of `kind`, with what they mean together.
    func options<Options: OptionSet>(
        _ words: KeyValuePairs<String, Options>
    ) throws(DocumentFault) -> Options where Options.Element == Options {
        var options: Options = []
        for node in try list() {
            let word = try node.text()
            guard let option = words.first(where: { $0.key == word })?.value else {
                throw node.expected("one of " + words.map(\.key).joined(separator: ", "))
            }
            options.insert(option)
        }
        return options
    }
}

extension CalendarMoment.Parts {
    fileprivate mutating func takeTime(_ text: some StringProtocol) -> Bool {
        let isShort = text.dropFirst().first == ":"
        let digits = [isShort ? 1 : 2, 2, 2]
        guard let numbers = Self.numbers(text, between: ":", digits, atLeast: 2) else {
            return false
        }
        (hour, minute, second) = (numbers[0], numbers[1], numbers.count > 2 ? numbers[2] : 0)
        return true
    }

    fileprivate mutating func takeDate(_ text: some StringProtocol) -> Bool {
        guard let numbers = Self.numbers(text, between: "-", [4, 2, 2], atLeast: 3) else {
            return false
        }
        (year, month, day) = (numbers[0], numbers[1], numbers[2])
        return true
    }

    /// Numbers of so many digits each.
    private static func numbers(
        _ text: some StringProtocol,
        between mark: Character,
        _ digits: [Int],
        atLeast count: Int
    ) -> [Int]? {
        let pieces = text.split(separator: mark, omittingEmptySubsequences: false)
        guard (count...digits.count).contains(pieces.count) else { return nil }
        var numbers: [Int] = []
        for (piece, count) in zip(pieces, digits) {
            guard piece.utf8.count == count,
                piece.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = Int(piece)
            else { return nil }
            numbers.append(number)
        }
        return numbers
    }
}

extension TextReader {
    /// What is shown, by its parts.
    mutating func notificationContent() throws(DocumentFault) -> NotificationContent {
        var content = NotificationContent(
            title: try optional("title", as: .string) ?? "",
            subtitle: try optional("subtitle", as: .string) ?? "",
            body: try optional("body", as: .string) ?? ""
        )
        content.threadIdentifier = try optional("thread", as: .string) ?? ""
        content.categoryIdentifier = try optional("category", as: .string) ?? ""
        content.badge = try optional("badge", as: .badge)
        if try optional("sound", as: .bool) == true { content.sound = .standard }
        if let level = try optional("level", as: .interruptionLevel) {
            content.interruptionLevel = level
        }
        return content
    }

    /// A content that may be missing.
    mutating func notificationContent(
        _ key: String
    ) throws(DocumentFault) -> NotificationContent? {
        guard let node = try optional(key, as: .node) else { return nil }
        return try node.notificationContent()
    }

    /// A switch, `on` or `off`, that may be missing.
    mutating func isOn(_ key: String) throws(DocumentFault) -> Bool? {
        guard let node = try optional(key, as: .node) else { return nil }
        return try node.isOn()
    }

    /// A position on the Earth.
    mutating func position() throws(DocumentFault) -> NotificationPlace.Position {
        let latitude = try required("lat", as: .number)
        let longitude = try required("lon", as: .number)
        do {
            return try NotificationPlace.Position(latitude: latitude, longitude: longitude)
        } catch {
            throw DocumentFault(error.message, at: location)
        }
    }
}

extension TextKind where Value == Double {
    static var number: Self { Self { node throws(DocumentFault) in try node.number() } }
}

extension TextKind where Value == Int {
    fileprivate static var badge: Self {
        Self { node throws(DocumentFault) in
            let badge = try node.integer()
            guard badge >= 0 else { throw node.expected("a number from 0 on") }
            return badge
        }
    }
}

extension TextKind where Value == NotificationContent.InterruptionLevel {
    fileprivate static var interruptionLevel: Self {
        Self { node throws(DocumentFault) in
            try node.word("passive, active, time-sensitive or critical")
        }
    }
}
