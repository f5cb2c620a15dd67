/// Writes a binary property list; equal strings are written once.
package struct BinaryPropertyListWriter {
    private var objects: [[UInt8]] = []
    /// By their bytes: texts that Swift takes for equal may be written differently.
    private var strings: [[UInt8]: Int] = [:]
    /// Arrays and dictionaries get their references when their width is known.
    private var references: [Int: [Int]] = [:]

    /// The bytes of the property list `root`; a value without quotes is written as text.
    package static func bytes(of root: DocumentNode) -> [UInt8] {
        var writer = BinaryPropertyListWriter()
        let top = writer.add(root)
        return writer.assemble(top)
    }

    private mutating func add(_ node: DocumentNode) -> Int {
        switch node.content {
        case .boolean(let flag): return append([flag ? 0x09 : 0x08])
        case .integer(let integer): return append(Self.integer(integer))
        case .real(let real): return append([0x23] + Self.bigEndian(real.bitPattern, 8))
        case .date(let seconds, let nanoseconds):
            let date =
                Double(seconds - BinaryPropertyList.referenceDate) + Double(nanoseconds) / 1e9
            return append([0x33] + Self.bigEndian(date.bitPattern, 8))
        case .data(let data): return append(Self.header(.data, data.count) + data)
        case .scalar(let scalar): return add(scalar.text)
        case .sequence(let nodes):
            let object = append(Self.header(.array, nodes.count))
            references[object] = nodes.map { add($0) }
            return object
        case .mapping(let entries):
            let object = append(Self.header(.dictionary, entries.count))
            // Sorted, so that equal values are equal bytes.
            let entries = entries.sorted { $0.key < $1.key }
            references[object] = entries.map { add($0.key) } + entries.map { add($0.value) }
            return object
        }
    }

    private mutating func add(_ text: String) -> Int {
        let bytes = Array(text.utf8)
        if let known = strings[bytes] { return known }
        let units = Array(text.utf16)
        let object =
            bytes.allSatisfy { $0 < 0x80 }
            ? append(Self.header(.asciiString, units.count) + bytes)
            : append(
                Self.header(.utf16String, units.count)
                    + units.flatMap { Self.bigEndian(UInt64($0), 2) }
            )
        strings[bytes] = object
        return object
    }

    private mutating func append(_ bytes: [UInt8]) -> Int {
        objects.append(bytes)
        return objects.count - 1
    }

    private func assemble(_ top: Int) -> [UInt8] {
        var bytes = BinaryPropertyList.magic
        var offsets: [UInt64] = []
        let referenceWidth = Self.width(UInt64(objects.count))
        for (index, object) in objects.enumerated() {
            offsets.append(UInt64(bytes.count))
            bytes += object
            for reference in references[index] ?? [] {
                bytes += Self.bigEndian(UInt64(reference), referenceWidth)
            }
        }
        let table = UInt64(bytes.count)
        let offsetWidth = Self.width(table)
        for offset in offsets { bytes += Self.bigEndian(offset, offsetWidth) }
        bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetWidth), UInt8(referenceWidth)]
        for field in [UInt64(objects.count), UInt64(top), table] {
            bytes += Self.bigEndian(field, 8)
        }
        return bytes
    }

    private static func header(_ marker: BinaryPropertyList.Marker, _ count: Int) -> [UInt8] {
        count < 0xF
            ? [marker.rawValue << 4 | UInt8(count)]
            : [marker.rawValue << 4 | 0xF] + integer(Int128(count))
    }

    private static func integer(_ value: Int128) -> [UInt8] {
        let exponent =
            switch value {
            case 0...0xFF: 0
            case 0...0xFFFF: 1
            case 0...0xFFFF_FFFF: 2
            case Int128(Int64.min)...Int128(Int64.max): 3
            default: 4
            }
        let pattern = UInt128(truncatingIfNeeded: value)
        return [0x10 | UInt8(exponent)]
            + (0..<1 << exponent).reversed().map {
                UInt8(truncatingIfNeeded: pattern >> (8 * UInt128($0)))
            }
    }

    private static func width(_ largest: UInt64) -> Int {
        switch largest {
        case 0...0xFF: 1
        case 0...0xFFFF: 2
        case 0...0xFFFF_FFFF: 4
        default: 8
        }
    }

    private static func bigEndian(_ value: UInt64, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }
}
