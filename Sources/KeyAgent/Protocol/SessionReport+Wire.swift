package import KeyManagement
package import SessionWatching

extension SessionReport: WireValue {
    package func write(to writer: inout ByteWriter) {
        writer.append(list: followed)
        writer.append(delaysSleep)
        writer.append(refusesDelay)
        writer.append(duration: delayLimit)
    }

    package init?(from reader: inout ByteReader) {
        guard let followed = reader.list(of: Followed.self, atMost: LockSource.allCases.count),
            let delaysSleep = reader.flag(), let refusesDelay = reader.flag(),
            let delayLimit = reader.duration()
        else { return nil }
        self.init(
            followed: followed,
            delaysSleep: delaysSleep,
            refusesDelay: refusesDelay,
            delayLimit: delayLimit
        )
    }
}

extension SessionReport.Followed: WireValue {
    package func write(to writer: inout ByteWriter) {
        writer.append(word: source.rawValue)
        writer.append(word: standing.rawValue)
    }

    package init?(from reader: inout ByteReader) {
        guard let source = reader.word().flatMap(LockSource.init(rawValue:)),
            let standing = reader.word().flatMap(SessionReport.Standing.init(rawValue:))
        else { return nil }
        self.init(source: source, standing: standing)
    }
}
