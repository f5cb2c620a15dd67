import Documents

/// A subscription as bytes, for engines to keep.
///
///     body    = version subject notification
///     subject = 1 type predicate zone firing | 2 zone type | 3 type
///     predicate    = text count { value }
///     notification = text text sound category flags count { key }
///     text    = 0 | 1 word | 2 key count { field }
///
/// A type, zone, sound or category that there is none of is an empty text.
enum SubscriptionBody {
    private static let version: UInt8 = 1

    static func encode(_ subscription: RecordSubscription) -> [UInt8] {
        var writer = ByteWriter()
        writer.append(version)
        switch subscription.subject {
        case .query(let type, let predicate, let zone, let firing):
            writer.append(1)
            writer.append(type)
            writer.append(predicate.text)
            writer.append(number: UInt32(clamping: predicate.arguments.count))
            for value in predicate.arguments { RecordBody.write(value, to: &writer) }
            writer.append(zone?.name ?? "")
            writer.append(firing.rawValue)
        case .zone(let zone, let type):
            writer.append(2)
            writer.append(zone.name)
            writer.append(type ?? "")
        case .database(let type):
            writer.append(3)
            writer.append(type ?? "")
        }
        write(subscription.notification, to: &writer)
        return writer.bytes
    }

    private static func write(
        _ notification: RecordSubscription.Notification,
        to writer: inout ByteWriter
    ) {
        for text in [notification.alert, notification.title] {
            switch text {
            case nil: writer.append(0)
            case .plain(let word)?:
                writer.append(1)
                writer.append(word)
            case .localized(let key, let arguments)?:
                writer.append(2)
                writer.append(key)
                write(arguments, to: &writer)
            }
        }
        writer.append(notification.sound ?? "")
        writer.append(notification.category ?? "")
        let flags = [notification.countsBadge, notification.wakesApp, notification.isMutable]
        writer.append(flags.reversed().reduce(0) { $0 << 1 | ($1 ? 1 : 0) })
        write(notification.desiredKeys, to: &writer)
    }

    private static func write(_ words: [String], to writer: inout ByteWriter) {
        writer.append(number: UInt32(clamping: words.count))
        for word in words { writer.append(word) }
    }

    /// The subscription of a body; nil for bytes that are none.
    static func decode(_ bytes: [UInt8], id: String) -> RecordSubscription? {
        var reader = ByteReader(bytes)
        guard reader.byte() == version, let subject = subject(from: &reader),
            let notification = notification(from: &reader), reader.remaining == 0
        else { return nil }
        return RecordSubscription(id, to: subject, notification)
    }

    private static func subject(
        from reader: inout ByteReader
    ) -> RecordSubscription.Subject? {
        switch reader.byte() {
        case 1:
            guard let type = reader.word(), let predicate = predicate(from: &reader),
                let zone = reader.word(), let firing = reader.byte(),
                firing <= RecordSubscription.Firing.all.rawValue
            else { return nil }
            return .query(
                type: type,
                predicate,
                in: zone.isEmpty ? nil : RecordZoneID(zone),
                RecordSubscription.Firing(rawValue: firing)
            )
        case 2:
            guard let zone = reader.word(), let type = reader.word() else { return nil }
            return .zone(RecordZoneID(zone), type: type.isEmpty ? nil : type)
        case 3: return reader.word().map { .database(type: $0.isEmpty ? nil : $0) }
        default: return nil
        }
    }

    private static func predicate(from reader: inout ByteReader) -> RecordPredicate? {
        guard let text = reader.word(), let count = reader.number(UInt32.self),
            Int(count) <= reader.remaining
        else { return nil }
        var arguments: [RecordValue] = []
        for _ in 0..<count {
            guard let value = RecordBody.value(from: &reader, isInList: false) else { return nil }
            arguments.append(value)
        }
        return try? RecordPredicate(format: text, arguments)
    }

    private static func notification(
        from reader: inout ByteReader
    ) -> RecordSubscription.Notification? {
        var notification = RecordSubscription.Notification()
        guard let alert = text(from: &reader), let title = text(from: &reader),
            let sound = reader.word(), let category = reader.word(), let flags = reader.byte(),
            flags < 8, let keys = words(from: &reader)
        else { return nil }
        notification.alert = alert
        notification.title = title
        notification.sound = sound.isEmpty ? nil : sound
        notification.category = category.isEmpty ? nil : category
        notification.countsBadge = flags & 1 != 0
        notification.wakesApp = flags & 2 != 0
        notification.isMutable = flags & 4 != 0
        notification.desiredKeys = keys
        return notification
    }

    /// Nil for bytes that are none, and a nil in it for no text.
    private static func text(from reader: inout ByteReader) -> RecordSubscription.Text?? {
        switch reader.byte() {
        case 0: return .some(nil)
        case 1: return reader.word().map { .plain($0) }
        case 2:
            guard let key = reader.word(), let arguments = words(from: &reader) else {
                return nil
            }
            return .some(.localized(key: key, arguments: arguments))
        default: return nil
        }
    }

    private static func words(from reader: inout ByteReader) -> [String]? {
        guard let count = reader.number(UInt32.self), Int(count) <= reader.remaining / 4 else {
            return nil
        }
        var words: [String] = []
        for _ in 0..<count {
            guard let word = reader.word() else { return nil }
            words.append(word)
        }
        return words
    }
}

extension ByteReader {
    /// A text that is not built to be slow.
    mutating func word() -> String? {
        text().flatMap { CombiningMarks.excess(in: $0) == nil ? $0 : nil }
    }
}
