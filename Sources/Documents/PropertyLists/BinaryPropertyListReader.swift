/// The parts of a binary property list.
///
/// Source: the comment at the head of `CFBinaryPList.c` in swift-corelibs-foundation. A header, the
/// objects, a table of their offsets, and a trailer of 32 bytes at the end; integers are
/// big-endian.
enum BinaryPropertyList {
    static let magic = Array("bplist00".utf8)
    static let trailerLength = 32
    /// Seconds from 1970-01-01 to 2001-01-01, from which dates count.
    static let referenceDate: Int64 = 978_307_200

    /// The upper half of an object's first byte.
    enum Marker: UInt8 {
        case simple = 0x0
        case integer = 0x1
        case real = 0x2
        case date = 0x3
        case data = 0x4
        case asciiString = 0x5
        case utf16String = 0x6
        case utf8String = 0x7
        case uid = 0x8
        case array = 0xA
        case set = 0xC
        case dictionary = 0xD
    }
}

/// Reads a binary property list; every offset, count and reference in it may be hostile.
///
/// A reader of ours: Foundation's tells no places and follows shared references without an end, and
/// libplist is not a system library of ours and bounds neither depth nor values.
struct BinaryPropertyListReader {
    private let bytes: [UInt8]
    private let offsetWidth: Int
    private let referenceWidth: Int
    private let objectCount: Int
    private let topObject: Int
    private let offsetTable: Int
    private var budget: PropertyListBudget
    /// Strings and data share their storage, however often they are referred to.
    private var leaves: [Int: DocumentNode] = [:]

    /// The root of the property list `bytes`.
    ///
    /// - Throws: `DocumentFault` where it is not one, or is beyond the bounds.
    static func read(
        _ bytes: [UInt8],
        _ rules: PropertyListRules
    ) throws(DocumentFault) -> DocumentNode {
        var reader = try BinaryPropertyListReader(bytes, rules)
        return try reader.read(reader.topObject, depth: 0)
    }

    private init(_ bytes: [UInt8], _ rules: PropertyListRules) throws(DocumentFault) {
        budget = try PropertyListBudget(rules, byteCount: bytes.count)
        guard bytes.starts(with: BinaryPropertyList.magic) else {
            throw DocumentFault("it is of a version that is not read", at: DocumentPlace(offset: 0))
        }
        self.bytes = bytes
        let trailer = bytes.count - BinaryPropertyList.trailerLength
        guard trailer >= BinaryPropertyList.magic.count else {
            throw DocumentFault(
                "it ends before its trailer",
                at: DocumentPlace(offset: bytes.count)
            )
        }
        offsetWidth = Int(bytes[trailer + 6])
        referenceWidth = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetWidth), (1...8).contains(referenceWidth) else {
            throw DocumentFault(
                "its trailer has impossible widths",
                at: DocumentPlace(offset: trailer + 6)
            )
        }
        func field(_ at: Int) -> Int? {
            var value: UInt64 = 0
            for byte in bytes[trailer + at..<trailer + at + 8] { value = value << 8 | UInt64(byte) }
            return Int(exactly: value)
        }
        guard let objectCount = field(8), let topObject = field(16), let offsetTable = field(24),
            offsetTable >= BinaryPropertyList.magic.count, offsetTable <= trailer,
            objectCount > 0, objectCount <= (trailer - offsetTable) / offsetWidth,
            topObject < objectCount
        else {
            throw DocumentFault(
                "its trailer points outside of it",
                at: DocumentPlace(offset: trailer + 8)
            )
        }
        self.objectCount = objectCount
        self.topObject = topObject
        self.offsetTable = offsetTable
    }

    private mutating func read(_ object: Int, depth: Int) throws(DocumentFault) -> DocumentNode {
        try budget.spend(atDepth: depth, DocumentPlace(offset: offsetTable + object * offsetWidth))
        if let leaf = leaves[object] {
            try spend(leaf)
            return leaf
        }
        let offset = try self.offset(of: object)
        let location = DocumentPlace(offset: offset)
        let low = Int(bytes[offset] & 0x0F)
        switch BinaryPropertyList.Marker(rawValue: bytes[offset] >> 4) {
        case .array:
            return DocumentNode(.sequence(try array(offset, low, depth)), at: location)
        case .dictionary:
            return DocumentNode(.mapping(try dictionary(offset, low, depth)), at: location)
        default:
            let leaf = DocumentNode(try self.leaf(offset, low), at: location)
            leaves[object] = leaf
            try spend(leaf)
            return leaf
        }
    }

    private mutating func spend(_ leaf: DocumentNode) throws(DocumentFault) {
        switch leaf.content {
        case .scalar(let scalar):
            try budget.spend(leafOf: scalar.text.utf8.count, leaf.location)
        case .data(let bytes):
            try budget.spend(leafOf: bytes.count, leaf.location)
        default: break
        }
    }

    private func offset(of object: Int) throws(DocumentFault) -> Int {
        let entry = offsetTable + object * offsetWidth
        let offset = try unsigned(entry, offsetWidth)
        guard offset >= BinaryPropertyList.magic.count, offset < offsetTable else {
            throw fault("an object stands outside of it", at: entry)
        }
        return offset
    }

    private func leaf(_ offset: Int, _ low: Int) throws(DocumentFault) -> DocumentNode.Content {
        switch BinaryPropertyList.Marker(rawValue: bytes[offset] >> 4) {
        case .simple where low == 8: return .boolean(false)
        case .simple where low == 9: return .boolean(true)
        case .integer: return .integer(try integer(at: offset))
        case .real: return .real(try real(at: offset, exponent: low))
        case .date:
            guard low == 3 else { throw fault("a date has an impossible width", at: offset) }
            return try date(try real(at: offset, exponent: 3), at: offset)
        case .data: return .data(Array(try run(offset, low, width: 1)))
        case .asciiString:
            let run = try run(offset, low, width: 1)
            guard run.allSatisfy({ $0 < 0x80 }) else {
                throw fault("a string of ASCII has other bytes", at: offset)
            }
            return try text(String(decoding: run, as: UTF8.self), at: offset)
        case .utf16String:
            let run = try run(offset, low, width: 2)
            let units = stride(from: run.startIndex, to: run.endIndex, by: 2).map {
                UInt16(run[$0]) << 8 | UInt16(run[$0 + 1])
            }
            guard let string = String(validating: units, as: UTF16.self) else {
                throw fault("a string is not UTF-16", at: offset)
            }
            return try text(string, at: offset)
        case .utf8String:
            guard let string = String(validating: try run(offset, low, width: 1), as: UTF8.self)
            else { throw fault("a string is not UTF-8", at: offset) }
            return try text(string, at: offset)
        default:
            throw fault("an object is of a kind that settings do not have", at: offset)
        }
    }

    private func text(
        _ string: String,
        at offset: Int
    ) throws(DocumentFault) -> DocumentNode.Content {
        guard CombiningMarks.excess(in: string) == nil else {
            throw fault(CombiningMarks.complaint, at: offset)
        }
        return .scalar(DocumentScalar(text: string, isQuoted: true))
    }

    private mutating func array(
        _ offset: Int,
        _ low: Int,
        _ depth: Int
    ) throws(DocumentFault) -> [DocumentNode] {
        let (start, count) = try extent(offset, low, width: referenceWidth)
        var nodes: [DocumentNode] = []
        for index in 0..<count {
            let object = try reference(start + index * referenceWidth)
            nodes.append(try read(object, depth: depth + 1))
        }
        return nodes
    }

    private mutating func dictionary(
        _ offset: Int,
        _ low: Int,
        _ depth: Int
    ) throws(DocumentFault) -> [DocumentEntry] {
        let (start, count) = try extent(offset, low, width: 2 * referenceWidth)
        var keys: Set<String> = []
        var entries: [DocumentEntry] = []
        for index in 0..<count {
            let key = try reference(start + index * referenceWidth)
            let value = try reference(start + (count + index) * referenceWidth)
            let name = try read(key, depth: depth + 1)
            guard let text = name.string else { throw fault("a key is not a string", at: offset) }
            guard keys.insert(text).inserted else {
                throw DocumentFault("a key is given twice", at: name.location)
            }
            let node = try read(value, depth: depth + 1)
            entries.append(DocumentEntry(key: text, keyLocation: name.location, value: node))
        }
        // The order of a binary list is nobody's choice.
        return entries.sorted { $0.key < $1.key }
    }

    /// Where the items of an object start, and how many they are.
    private func extent(
        _ offset: Int,
        _ low: Int,
        width: Int
    ) throws(DocumentFault) -> (start: Int, count: Int) {
        var (start, count) = (offset + 1, low)
        if low == 0xF {
            guard start < offsetTable, bytes[start] >> 4 == 0x1, bytes[start] & 0x0F <= 3,
                let long = Int(exactly: try integer(at: start)), long >= 0
            else { throw fault("a count is not a number", at: start) }
            count = long
            start += 1 + 1 << Int(bytes[start] & 0x0F)
        }
        guard start <= offsetTable, count <= (offsetTable - start) / width else {
            throw fault("an object is longer than the whole", at: offset)
        }
        return (start, count)
    }

    private func run(
        _ offset: Int,
        _ low: Int,
        width: Int
    ) throws(DocumentFault) -> ArraySlice<UInt8> {
        let (start, count) = try extent(offset, low, width: width)
        return bytes[start..<start + count * width]
    }

    /// Eight bytes are signed, fewer are not (`CFBinaryPList.c`).
    private func integer(at offset: Int) throws(DocumentFault) -> Int128 {
        let exponent = Int(bytes[offset] & 0x0F)
        guard exponent <= 4, offset + 1 + 1 << exponent <= offsetTable else {
            throw fault("an integer has an impossible width", at: offset)
        }
        let digits = bytes[offset + 1..<offset + 1 + 1 << exponent]
        let value = digits.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        if exponent == 3 { return Int128(Int64(truncatingIfNeeded: value)) }
        return Int128(truncatingIfNeeded: value)
    }

    private func real(at offset: Int, exponent: Int) throws(DocumentFault) -> Double {
        let start = offset + 1
        guard exponent == 2 || exponent == 3, start + 1 << exponent <= offsetTable else {
            throw fault("a real has an impossible width", at: offset)
        }
        let pattern = bytes[start..<start + 1 << exponent].reduce(UInt64(0)) {
            $0 << 8 | UInt64($1)
        }
        return exponent == 3
            ? Double(bitPattern: pattern) : Double(Float(bitPattern: UInt32(pattern)))
    }

    private func date(
        _ seconds: Double,
        at offset: Int
    ) throws(DocumentFault) -> DocumentNode.Content {
        // Years 1 to 9999, as XML property lists have them; NaN is outside, too.
        guard (-63_113_904_000...252_423_993_599).contains(seconds) else {
            throw fault("a date is in no year from 1 to 9999", at: offset)
        }
        let whole = seconds.rounded(.down)
        return .date(
            seconds: Int64(whole) + BinaryPropertyList.referenceDate,
            nanoseconds: min(Int64(((seconds - whole) * 1e9).rounded()), 999_999_999)
        )
    }

    private func reference(_ start: Int) throws(DocumentFault) -> Int {
        let object = try unsigned(start, referenceWidth)
        guard object < objectCount else { throw fault("a reference leads nowhere", at: start) }
        return object
    }

    private func unsigned(_ start: Int, _ width: Int) throws(DocumentFault) -> Int {
        var value: UInt64 = 0
        for byte in bytes[start..<start + width] { value = value << 8 | UInt64(byte) }
        guard let exact = Int(exactly: value) else {
            throw fault("a reference leads nowhere", at: start)
        }
        return exact
    }

    private func fault(_ message: String, at offset: Int) -> DocumentFault {
        DocumentFault(message, at: DocumentPlace(offset: offset))
    }
}
