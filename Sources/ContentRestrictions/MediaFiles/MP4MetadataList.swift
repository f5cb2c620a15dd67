import ProtectionModel

/// What lists of metadata (`ilst`) say about the rating.
///
/// An entry is a box with `data` boxes in it: four bytes of type, four of locale, the value. Free
/// entries, `----`, also have a `mean` and a `name`, each behind four bytes of version and flags.
/// Source: Apple, QuickTime File Format, "Metadata"; the files of AtomicParsley and mutagen.
struct MP4MetadataList {
    /// How many words about ratings a file may have.
    static let markLimit = 64

    private(set) var claims: [RatingClaim] = []
    private(set) var advisories = ExplicitWords()
    private(set) var marks: [RatingMark] = []
    private var kindNumbers: [UInt64?] = []

    /// What sort of item the file says it is.
    var kind: MediaKind? { kindNumbers.first?.flatMap(MediaKind.init(mediaKind:)) }

    mutating func read(
        _ list: MP4Box,
        _ path: String,
        _ scanner: inout MP4Scanner
    ) throws(ProtectionError) {
        var offset = list.payload
        while let entry = try scanner.box(at: offset, in: list) {
            switch entry.type {
            case .freeform:
                if try isRating(entry, &scanner) {
                    try readValues(entry, &scanner) { list, type, bytes, offset in
                        list.addClaim(type, bytes, path + ".----", offset)
                    }
                }
            case .advisory:
                try readValues(entry, &scanner) { list, type, bytes, offset in
                    list.addAdvisory(Self.number(type, bytes), path, offset)
                }
            case .mediaKind:
                try readValues(entry, &scanner) { list, type, bytes, offset in
                    list.addKind(Self.number(type, bytes), path, offset)
                }
                // It chooses the limit; readers differ on which of two they take.
                guard Set(kindNumbers).count < 2 else {
                    throw scanner.malformed("two 'stik' that disagree", entry.offset)
                }
            default: break
            }
            offset = entry.end
        }
    }

    private func isRating(
        _ entry: MP4Box,
        _ scanner: inout MP4Scanner
    ) throws(ProtectionError) -> Bool {
        var isApple = false
        var isRating = false
        var offset = entry.payload
        while let box = try scanner.box(at: offset, in: entry) {
            switch box.type {
            case .mean: isApple = try holds(box, "com.apple.iTunes", &scanner)
            case .name: isRating = try holds(box, "iTunEXTC", &scanner)
            default: break
            }
            offset = box.end
        }
        return isApple && isRating
    }

    private func holds(
        _ box: MP4Box,
        _ word: String,
        _ scanner: inout MP4Scanner
    ) throws(ProtectionError) -> Bool {
        guard box.payloadByteCount == UInt64(4 + word.utf8.count) else { return false }
        return try scanner.bytes(at: box.payload + 4, to: box.end, of: box).elementsEqual(word.utf8)
    }

    private mutating func readValues(
        _ entry: MP4Box,
        _ scanner: inout MP4Scanner,
        _ add: (inout Self, _ type: UInt8, ArraySlice<UInt8>, _ offset: UInt64) -> Void
    ) throws(ProtectionError) {
        var offset = entry.payload
        while let box = try scanner.box(at: offset, in: entry) {
            if box.type == .data {
                guard box.payloadByteCount >= 8 else {
                    throw scanner.malformed("the value of '\(entry.type)' is cut off", box.offset)
                }
                guard marks.count < Self.markLimit else {
                    throw scanner.malformed("more than \(Self.markLimit) ratings", box.offset)
                }
                let bytes = try scanner.bytes(at: box.payload, to: box.end, of: box)
                // Only types below 256 are in use; the others are unknown.
                let isKnown = bytes.prefix(3).allSatisfy { $0 == 0 }
                let type = isKnown ? bytes[bytes.startIndex + 3] : .max
                add(&self, type, bytes.dropFirst(8), box.offset)
            }
            offset = box.end
        }
    }

    private mutating func addClaim(
        _ type: UInt8,
        _ bytes: ArraySlice<UInt8>,
        _ place: String,
        _ offset: UInt64
    ) {
        let entry = type == ValueType.utf16 ? Self.utf8(fromUTF16: bytes) : Array(bytes)
        claims.append(.fileEntry(entry))
        let text = String(decoding: entry.prefix(256), as: UTF8.self)
        marks.append(RatingMark(name: "iTunEXTC", text: text, place: place, offset: offset))
    }

    private mutating func addAdvisory(_ number: UInt64?, _ place: String, _ offset: UInt64) {
        // What nobody understands may say explicit, and must not pass for saying nothing.
        advisories.add(number.flatMap(Int.init(exactly:)).flatMap(ExplicitFlag.advisory) ?? true)
        add("rtng", number, place, offset)
    }

    private mutating func addKind(_ number: UInt64?, _ place: String, _ offset: UInt64) {
        kindNumbers.append(number)
        add("stik", number, place, offset)
    }

    private mutating func add(
        _ name: String,
        _ number: UInt64?,
        _ place: String,
        _ offset: UInt64
    ) {
        let text = number.map { String($0) } ?? "?"
        marks.append(RatingMark(name: name, text: text, place: place, offset: offset))
    }

    /// Usually of one byte; older writers gave them no type.
    private static func number(_ type: UInt8, _ bytes: ArraySlice<UInt8>) -> UInt64? {
        guard ValueType.numbers.contains(type), (1...8).contains(bytes.count) else { return nil }
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Highest byte first; invalid UTF-16 becomes bytes that are not an entry.
    private static func utf8(fromUTF16 bytes: ArraySlice<UInt8>) -> [UInt8] {
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map {
            UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
        }
        return bytes.count.isMultiple(of: 2)
            ? Array(String(decoding: units, as: UTF16.self).utf8) : [0xFF]
    }

    /// Apple, QuickTime File Format, "Well-known types".
    private enum ValueType {
        static let utf16: UInt8 = 2
        /// None, signed and unsigned, also with a width of their own.
        static let numbers: Set<UInt8> = [0, 21, 22, 65, 66, 67, 74, 75, 76, 77, 78]
    }
}
