import ProtectionModel

/// Reads a binary property list; every offset, count and reference in it may be hostile.
struct BinaryPropertyListReader {
    private let bytes: [UInt8]
    private let offsetWidth: Int
    private let referenceWidth: Int
    private let objectCount: Int
    private let topObject: Int
    private let offsetTable: Int
    private var budget: PropertyListBudget
    /// Strings and data share their storage, however often they are referred to.
    private var leaves: [Int: PreferenceValue] = [:]

    init(_ bytes: [UInt8], _ limits: PropertyListLimits) throws(PropertyListError) {
        budget = try PropertyListBudget(limits, byteCount: bytes.count)
        self.bytes = bytes
        let trailer = bytes.count - BinaryPropertyList.trailerLength
        guard trailer >= BinaryPropertyList.magic.count else {
            throw PropertyListError("it ends before its trailer")
        }
        offsetWidth = Int(bytes[trailer + 6])
        referenceWidth = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetWidth), (1...8).contains(referenceWidth) else {
            throw PropertyListError("its trailer has impossible widths")
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
        else { throw PropertyListError("its trailer points outside of it") }
        self.objectCount = objectCount
        self.topObject = topObject
        self.offsetTable = offsetTable
    }

    mutating func readRoot() throws(PropertyListError) -> PreferenceValue {
        try read(topObject, depth: 0)
    }

    private mutating func read(
        _ object: Int,
        depth: Int
    ) throws(PropertyListError) -> PreferenceValue {
        try budget.spend(atDepth: depth)
        if let leaf = leaves[object] { return leaf }
        guard object < objectCount else { throw PropertyListError("a reference leads nowhere") }
        let offset = try unsigned(offsetTable + object * offsetWidth, offsetWidth)
        guard offset >= BinaryPropertyList.magic.count, offset < offsetTable else {
            throw PropertyListError("an object stands outside of it")
        }
        let low = Int(bytes[offset] & 0x0F)
        switch BinaryPropertyList.Marker(rawValue: bytes[offset] >> 4) {
        case .simple where low == 8: return .boolean(false)
        case .simple where low == 9: return .boolean(true)
        case .integer: return .integer(try integer(at: offset))
        case .real: return .real(try real(at: offset + 1, exponent: low))
        case .date:
            guard low == 3 else { throw PropertyListError("a date has an impossible width") }
            return .date(try date(try real(at: offset + 1, exponent: 3)))
        case .data:
            return remember(object, .data(Array(try run(offset, low, width: 1))))
        case .asciiString:
            let run = try run(offset, low, width: 1)
            guard run.allSatisfy({ $0 < 0x80 }) else {
                throw PropertyListError("a string of ASCII has other bytes")
            }
            return remember(object, .string(String(decoding: run, as: UTF8.self)))
        case .utf16String:
            return remember(object, .string(try utf16(try run(offset, low, width: 2))))
        case .utf8String:
            guard let text = String(validating: try run(offset, low, width: 1), as: UTF8.self)
            else { throw PropertyListError("a string is not UTF-8") }
            return remember(object, .string(text))
        case .array:
            return .array(try array(offset, low, depth))
        case .dictionary:
            return .dictionary(try dictionary(offset, low, depth))
        case .simple, .uid, .set, nil:
            throw PropertyListError("an object is of a kind that settings do not have")
        }
    }

    private mutating func remember(_ object: Int, _ value: PreferenceValue) -> PreferenceValue {
        leaves[object] = value
        return value
    }

    private mutating func array(
        _ offset: Int,
        _ low: Int,
        _ depth: Int
    ) throws(PropertyListError) -> [PreferenceValue] {
        let (start, count) = try extent(offset, low, width: referenceWidth)
        var values: [PreferenceValue] = []
        for index in 0..<count {
            let reference = try unsigned(start + index * referenceWidth, referenceWidth)
            values.append(try read(reference, depth: depth + 1))
        }
        return values
    }

    private mutating func dictionary(
        _ offset: Int,
        _ low: Int,
        _ depth: Int
    ) throws(PropertyListError) -> [String: PreferenceValue] {
        let (start, count) = try extent(offset, low, width: 2 * referenceWidth)
        var values: [String: PreferenceValue] = [:]
        for index in 0..<count {
            let key = try unsigned(start + index * referenceWidth, referenceWidth)
            let value = try unsigned(start + (count + index) * referenceWidth, referenceWidth)
            guard case .string(let name) = try read(key, depth: depth + 1) else {
                throw PropertyListError("a key is no string")
            }
            guard values[name] == nil else { throw PropertyListError("a key stands there twice") }
            values[name] = try read(value, depth: depth + 1)
        }
        return values
    }

    /// Where the items of an object start, and how many they are.
    private func extent(
        _ offset: Int,
        _ low: Int,
        width: Int
    ) throws(PropertyListError) -> (start: Int, count: Int) {
        var (start, count) = (offset + 1, low)
        if low == 0xF {
            guard start < offsetTable, bytes[start] >> 4 == 0x1, bytes[start] & 0x0F <= 3,
                let long = Int(exactly: try integer(at: start)), long >= 0
            else { throw PropertyListError("a count is no number") }
            count = long
            start += 1 + 1 << Int(bytes[start] & 0x0F)
        }
        guard start <= offsetTable, count <= (offsetTable - start) / width else {
            throw PropertyListError("an object is longer than the whole")
        }
        return (start, count)
    }

    private func run(
        _ offset: Int,
        _ low: Int,
        width: Int
    ) throws(PropertyListError) -> ArraySlice<UInt8> {
        let (start, count) = try extent(offset, low, width: width)
        return bytes[start..<start + count * width]
    }

    private func utf16(_ run: ArraySlice<UInt8>) throws(PropertyListError) -> String {
        let units = stride(from: run.startIndex, to: run.endIndex, by: 2).map {
            UInt16(run[$0]) << 8 | UInt16(run[$0 + 1])
        }
        guard let text = String(validating: units, as: UTF16.self) else {
            throw PropertyListError("a string is not UTF-16")
        }
        return text
    }

    /// Eight bytes are signed, fewer are not (`CFBinaryPList.c`).
    private func integer(at offset: Int) throws(PropertyListError) -> Int128 {
        let exponent = Int(bytes[offset] & 0x0F)
        guard exponent <= 4, offset + 1 + 1 << exponent <= offsetTable else {
            throw PropertyListError("an integer has an impossible width")
        }
        let digits = bytes[offset + 1..<offset + 1 + 1 << exponent]
        let value = digits.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        if exponent == 3 { return Int128(Int64(truncatingIfNeeded: value)) }
        return Int128(truncatingIfNeeded: value)
    }

    private func real(at start: Int, exponent: Int) throws(PropertyListError) -> Double {
        guard exponent == 2 || exponent == 3, start + 1 << exponent <= offsetTable else {
            throw PropertyListError("a real has an impossible width")
        }
        let pattern = bytes[start..<start + 1 << exponent].reduce(UInt64(0)) {
            $0 << 8 | UInt64($1)
        }
        return exponent == 3
            ? Double(bitPattern: pattern) : Double(Float(bitPattern: UInt32(pattern)))
    }

    private func date(_ seconds: Double) throws(PropertyListError) -> Timestamp {
        // Years 1 to 9999, as XML property lists have them; NaN is outside, too.
        guard (-63_113_904_000...252_423_993_599).contains(seconds) else {
            throw PropertyListError("a date is in no year from 1 to 9999")
        }
        let whole = seconds.rounded(.down)
        return Timestamp(
            seconds: Int64(whole) + BinaryPropertyList.referenceDate,
            nanoseconds: min(Int64(((seconds - whole) * 1e9).rounded()), 999_999_999)
        )
    }

    private func unsigned(_ start: Int, _ width: Int) throws(PropertyListError) -> Int {
        var value: UInt64 = 0
        for byte in bytes[start..<start + width] { value = value << 8 | UInt64(byte) }
        guard let exact = Int(exactly: value) else {
            throw PropertyListError("a reference leads nowhere")
        }
        return exact
    }
}
