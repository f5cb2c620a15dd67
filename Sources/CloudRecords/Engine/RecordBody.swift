import Documents
import ProtectionModel

/// A record's values as bytes: what engines keep, and what the size of a record is measured by.
///
///     body   = version fields
///     fields = { length key, value }, by the bytes of the keys, without repetition
///     value  = tag and what the tag says; a length or count has four bytes, a number eight
///
/// All numbers begin with the most significant byte. Every record has one body, and a body that
/// is read gives the same bytes when it is written again.
package enum RecordBody {
    private static let version: UInt8 = 1

    /// The body of a record's values.
    package static func encode(_ fields: [String: RecordValue], parent: String? = nil) -> [UInt8] {
        var writer = ByteWriter()
        writer.append(version)
        // An empty name is none.
        writer.append(parent ?? "")
        for (key, value) in fields.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        ) {
            writer.append(key)
            write(value, to: &writer)
        }
        return writer.bytes
    }

    /// The values of a body; nil for bytes that are none.
    package static func decode(
        _ bytes: [UInt8]
    ) -> (fields: [String: RecordValue], parent: String?)? {
        var reader = ByteReader(bytes)
        guard reader.byte() == version, let parent = reader.text(),
            CombiningMarks.excess(in: parent) == nil
        else { return nil }
        var fields: [String: RecordValue] = [:]
        var last = ""
        while reader.remaining > 0 {
            guard let key = reader.text(), CombiningMarks.excess(in: key) == nil,
                fields.isEmpty || last.utf8.lexicographicallyPrecedes(key.utf8),
                let value = value(from: &reader, isInList: false)
            else { return nil }
            fields[key] = value
            last = key
        }
        return (fields, parent.isEmpty ? nil : parent)
    }

    // MARK: Values

    static func write(_ value: RecordValue, to writer: inout ByteWriter) {
        writer.append(value.tag.rawValue)
        switch value {
        case .string(let text): writer.append(text)
        case .integer(let number): writer.append(number: number)
        case .real(let number): writer.append(number: number.bitPattern)
        case .date(let time):
            writer.append(number: time.seconds)
            writer.append(number: time.nanoseconds)
        case .bytes(let bytes): writer.append(bytes)
        case .location(let place):
            writer.append(number: place.latitude.bitPattern)
            writer.append(number: place.longitude.bitPattern)
        case .reference(let reference):
            writer.append(reference.action.rawValue)
            writer.append(reference.id.zone.name)
            writer.append(reference.id.name)
        case .asset(let asset):
            writer.append(asset.digest)
            writer.append(number: asset.byteCount)
            writer.append(asset.seal)
        case .list(let values):
            writer.append(number: UInt32(clamping: values.count))
            for value in values { write(value, to: &writer) }
        case .sealed(let value):
            writer.append(value.type.isList ? 1 : 0)
            writer.append(value.type.base.rawValue)
            writer.append(value.bytes)
        }
    }

    static func value(from reader: inout ByteReader, isInList: Bool) -> RecordValue? {
        guard let tag = reader.byte().flatMap(Tag.init) else { return nil }
        switch tag {
        case .string:
            guard let text = reader.text(), CombiningMarks.excess(in: text) == nil else {
                return nil
            }
            return .string(text)
        case .integer: return reader.number(Int64.self).map { .integer($0) }
        case .real: return reader.real().map { .real($0) }
        case .date: return date(from: &reader)
        case .bytes: return reader.array().map { .bytes($0) }
        case .location: return location(from: &reader)
        case .reference: return reference(from: &reader)
        case .asset: return asset(from: &reader)
        case .list: return isInList ? nil : list(from: &reader)
        case .sealed: return isInList ? nil : sealed(from: &reader)
        }
    }

    private static func date(from reader: inout ByteReader) -> RecordValue? {
        guard let seconds = reader.number(Int64.self), let rest = reader.number(Int64.self),
            (0..<1_000_000_000).contains(rest)
        else { return nil }
        return .date(Timestamp(seconds: seconds, nanoseconds: rest))
    }

    private static func location(from reader: inout ByteReader) -> RecordValue? {
        guard let latitude = reader.real(), let longitude = reader.real() else { return nil }
        let place = RecordLocation(latitude: latitude, longitude: longitude)
        return place.isOnEarth ? .location(place) : nil
    }

    private static func reference(from reader: inout ByteReader) -> RecordValue? {
        guard let action = reader.byte().flatMap(RecordReference.Action.init),
            let zone = reader.text(), let name = reader.text(),
            CombiningMarks.excess(in: zone + " " + name) == nil
        else { return nil }
        return .reference(RecordReference(RecordID(name, in: RecordZoneID(zone)), action: action))
    }

    private static func asset(from reader: inout ByteReader) -> RecordValue? {
        guard let digest = reader.array(), digest.count == RecordAsset.digestByteCount,
            let count = reader.number(Int64.self), count >= 0, let seal = reader.array()
        else { return nil }
        return .asset(RecordAsset(digest: digest, byteCount: count, seal: seal))
    }

    private static func list(from reader: inout ByteReader) -> RecordValue? {
        // Each value has two bytes at least, so that a wrong count costs no memory.
        guard let count = reader.number(UInt32.self), Int(count) <= reader.remaining / 2 else {
            return nil
        }
        var values: [RecordValue] = []
        for _ in 0..<count {
            guard let value = value(from: &reader, isInList: true) else { return nil }
            values.append(value)
        }
        return .list(values)
    }

    private static func sealed(from reader: inout ByteReader) -> RecordValue? {
        guard let isList = reader.byte(), isList <= 1,
            let base = reader.text().flatMap(RecordFieldType.Base.init), base.isEncryptable,
            let bytes = reader.array()
        else { return nil }
        return .sealed(SealedValue(bytes, of: RecordFieldType(base, isList: isList == 1)))
    }

    fileprivate enum Tag: UInt8 {
        case string = 1
        case integer, real, date, bytes, location, reference, asset, list, sealed
    }
}

extension ByteWriter {
    /// A value as a body has it.
    mutating func append(_ value: RecordValue) { RecordBody.write(value, to: &self) }
}

extension ByteReader {
    /// A number that a record may have.
    fileprivate mutating func real() -> Double? {
        number(UInt64.self).map { Double(bitPattern: $0) }.flatMap { $0.isNaN ? nil : $0 }
    }
}

extension RecordValue {
    fileprivate var tag: RecordBody.Tag {
        switch self {
        case .string: .string
        case .integer: .integer
        case .real: .real
        case .date: .date
        case .bytes: .bytes
        case .location: .location
        case .reference: .reference
        case .asset: .asset
        case .list: .list
        case .sealed: .sealed
        }
    }
}
