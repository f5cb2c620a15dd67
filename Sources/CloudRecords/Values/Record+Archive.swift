import Documents
public import ProtectionModel

/// A record as bytes, to be kept beside what an app makes of it.
///
///     archive = version name zone type parent metadata [ fields fetched changed parentchanged ]
///
/// Texts and bodies stand behind their length; no metadata is a zero byte. Without the part in
/// brackets it is the system fields alone.
extension Record {
    private static let archiveVersion: UInt8 = 1

    /// What the service knows about the record, with its name, type and parent, and without a field.
    ///
    /// A record that is made of it is one that was fetched: whatever is set in it is a change.
    public var systemFields: [UInt8] { systemWriter.bytes }

    /// The record with its fields and with what was changed since it was fetched.
    package var archive: [UInt8] {
        var writer = systemWriter
        writer.append(RecordBody.encode(fields))
        writer.append(RecordBody.encode(fetched))
        writer.append(number: UInt32(clamping: changedKeys.count))
        for key in changedKeys.sorted() { writer.append(key) }
        writer.append(isParentChanged ? 1 : 0)
        return writer.bytes
    }

    private var systemWriter: ByteWriter {
        var writer = ByteWriter()
        writer.append(Self.archiveVersion)
        for text in [id.name, id.zone.name, type, parent?.name ?? ""] { writer.append(text) }
        guard let metadata else {
            writer.append(0)
            return writer
        }
        writer.append(1)
        for time in [metadata.created, metadata.modified] {
            writer.append(number: time.seconds)
            writer.append(number: time.nanoseconds)
        }
        for text in [metadata.changeTag, metadata.creator.name, metadata.modifier?.name ?? ""] {
            writer.append(text)
        }
        return writer
    }

    /// A record of the system fields that were kept of it.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for bytes that are none, and
    ///   `unsupported-version` for those of a newer version.
    public init(systemFields: [UInt8]) throws(ProtectionError) {
        var reader = ByteReader(systemFields)
        self = try Self.system(from: &reader)
        guard reader.remaining == 0 else { throw Self.unreadable }
    }

    /// A record of its archive, or of its system fields alone.
    ///
    /// - Throws: as ``init(systemFields:)``.
    package init(archive: [UInt8]) throws(ProtectionError) {
        var reader = ByteReader(archive)
        self = try Self.system(from: &reader)
        if reader.remaining == 0 { return }
        guard let fields = reader.array().flatMap({ RecordBody.decode($0) })?.fields,
            let fetched = reader.array().flatMap({ RecordBody.decode($0) })?.fields,
            let count = reader.number(UInt32.self), Int(count) <= reader.remaining / 4
        else { throw Self.unreadable }
        var changed: Set<String> = []
        for _ in 0..<count {
            guard let key = reader.text() else { throw Self.unreadable }
            changed.insert(key)
        }
        guard let flag = reader.byte(), flag <= 1, reader.remaining == 0 else {
            throw Self.unreadable
        }
        self.init(
            self,
            fields: fields,
            fetched: fetched,
            changedKeys: changed,
            isParentChanged: flag == 1
        )
    }

    private static let unreadable = ProtectionError(
        .invalidArgument,
        "the bytes are not those of a record"
    )

    private static func system(from reader: inout ByteReader) throws(ProtectionError) -> Record {
        guard let version = reader.byte() else { throw unreadable }
        guard version == archiveVersion else {
            throw ProtectionError(.unsupportedVersion, "the record is that of a newer version")
        }
        guard let name = reader.text(), let zone = reader.text(), let type = reader.text(),
            let parent = reader.text(), let isKnown = reader.byte(), isKnown <= 1,
            [name, zone, type, parent].allSatisfy({ CombiningMarks.excess(in: $0) == nil })
        else { throw unreadable }
        let id = RecordID(name, in: RecordZoneID(zone))
        return Record(
            id,
            type: type,
            parent: parent.isEmpty ? nil : RecordID(parent, in: id.zone),
            metadata: isKnown == 1 ? try metadata(from: &reader) : nil
        )
    }

    private static func metadata(
        from reader: inout ByteReader
    ) throws(ProtectionError) -> RecordMetadata {
        guard let created = reader.time(), let modified = reader.time(),
            let tag = reader.text(), let creator = reader.text(), let modifier = reader.text()
        else { throw unreadable }
        return RecordMetadata(
            changeTag: tag,
            created: created,
            creator: RecordID(creator),
            modified: modified,
            modifier: modifier.isEmpty ? nil : RecordID(modifier)
        )
    }
}

extension ByteReader {
    fileprivate mutating func time() -> Timestamp? {
        guard let seconds = number(Int64.self), let rest = number(Int64.self),
            (0..<1_000_000_000).contains(rest)
        else { return nil }
        return Timestamp(seconds: seconds, nanoseconds: rest)
    }
}
