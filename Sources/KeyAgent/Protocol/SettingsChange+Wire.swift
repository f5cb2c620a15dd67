package import KeyManagement

extension SettingsChange: WireValue {
    package func write(to writer: inout ByteWriter) {
        writer.append(grace != nil)
        if let grace { writer.append(duration: grace) }
        for time in [autoLock, inactivityReboot, userInactiveAfter] {
            writer.append(time != nil)
            if let time { writer.append(duration: time) }
        }
        writer.append(maximumFailedAttempts != nil)
        // As in the keybag, 0 means no limit.
        if let maximumFailedAttempts { writer.append(maximumFailedAttempts ?? 0) }
        writer.append(delays != nil)
        if let delays { writer.append(delays.rawValue) }
    }

    package init?(from reader: inout ByteReader) {
        self.init()
        guard let grace = Self.change(&reader, { $0.duration()?.flatMap(\.self) }),
            let autoLock = Self.change(&reader, { $0.duration() }),
            let inactivityReboot = Self.change(&reader, { $0.duration() }),
            let userInactiveAfter = Self.change(&reader, { $0.duration() }),
            let failures = Self.change(&reader, { $0.integer(UInt32.self) }),
            let delays = Self.change(
                &reader,
                { $0.integer(UInt8.self).flatMap(DelayTable.init(rawValue:)) }
            )
        else { return nil }
        self.grace = grace
        self.autoLock = autoLock
        self.inactivityReboot = inactivityReboot
        self.userInactiveAfter = userInactiveAfter
        maximumFailedAttempts = failures.map { $0 == 0 ? nil : $0 }
        self.delays = delays
    }

    /// Nil when neither a value nor the note that there is none can be read.
    private static func change<Value>(
        _ reader: inout ByteReader,
        _ read: (inout ByteReader) -> Value?
    ) -> Value?? {
        guard let isThere = reader.flag() else { return nil }
        guard isThere else { return .some(nil) }
        return read(&reader).map { .some($0) }
    }
}
