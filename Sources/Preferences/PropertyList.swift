public import ProtectionModel
package import Documents

/// A property list: a value and the format it was or will be written in.
///
/// Read by code of its own where Foundation's reader is of no use: that one takes the real 3.0 for
/// an integer, crashes on deep XML, and follows shared references of a binary list without an end.
public struct PropertyList: Sendable, Hashable {
    /// What it holds.
    public var root: PreferenceValue
    /// How it was written.
    public var format: PropertyListFormat

    /// Names a value to be written.
    public init(_ root: PreferenceValue, format: PropertyListFormat = .binary) {
        self.root = root
        self.format = format
    }

    /// Reads a binary or XML property list.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for anything else, and for one beyond
    ///   `limits`.
    public init(
        reading bytes: [UInt8],
        limits: PropertyListLimits = .standard
    ) throws(ProtectionError) {
        let rules = PropertyListRules(
            byteCount: limits.byteCount,
            depth: limits.depth,
            valueCount: limits.valueCount
        )
        do { root = PreferenceValue(try PropertyListDocument.read(bytes, rules)) } catch {
            let line = error.location.line
            throw ProtectionError(
                .invalidArgument,
                "not a property list: \(line > 0 ? "line \(line): " : "")\(error.message)",
                cause: error
            )
        }
        format = PropertyListDocument.format(of: bytes) == .binary ? .binary : .xml
    }

    /// The bytes of a binary property list, whatever the format it was read from.
    public var binary: [UInt8] {
        BinaryPropertyListWriter.bytes(of: DocumentNode(root))
    }
}

/// How a property list is written.
public enum PropertyListFormat: String, Sendable, Hashable {
    case binary
    case xml
}

/// What a property list may ask for, so that a hostile one is refused in bounded memory and time.
///
/// A text has at most 30 combining marks in a row (Unicode Standard Annex 15, section 13), which is
/// more than any language writes.
public struct PropertyListLimits: Sendable, Hashable {
    /// The size of the whole, in bytes.
    public var byteCount: Int
    /// How deep arrays and dictionaries may be nested.
    public var depth: Int
    /// Values in all; a value that is referred to twice counts twice.
    ///
    /// Strings and data of a binary list count their bytes past the first 64 each time they are
    /// referred to; together they may have four times the list's own bytes and 1 MiB.
    public var valueCount: Int

    /// Sets limits.
    public init(byteCount: Int, depth: Int, valueCount: Int) {
        self.byteCount = byteCount
        self.depth = depth
        self.valueCount = valueCount
    }

    /// 64 MiB, 128 levels, a million values.
    public static let standard = PropertyListLimits(
        byteCount: 64 << 20,
        depth: 128,
        valueCount: 1_000_000
    )
}

// MARK: Values and the document they stand in

extension PreferenceValue {
    /// The value of a property list's node.
    package init(_ node: DocumentNode) {
        switch node.content {
        case .boolean(let flag): self = .boolean(flag)
        case .integer(let integer): self = .integer(integer)
        case .real(let real): self = .real(real)
        case .scalar(let scalar): self = .string(scalar.text)
        case .date(let seconds, let nanoseconds):
            self = .date(Timestamp(seconds: seconds, nanoseconds: nanoseconds))
        case .data(let data): self = .data(data)
        case .sequence(let nodes): self = .array(nodes.map { PreferenceValue($0) })
        case .mapping(let entries):
            let pairs = entries.map { ($0.key, PreferenceValue($0.value)) }
            self = .dictionary(Dictionary(pairs) { first, _ in first })
        }
    }
}

extension DocumentNode {
    /// The node of a value that stands nowhere, its keys sorted.
    package init(_ value: PreferenceValue) {
        let content: Content =
            switch value {
            case .boolean(let flag): .boolean(flag)
            case .integer(let integer): .integer(integer)
            case .real(let real): .real(real)
            case .string(let text): .scalar(DocumentScalar(text: text, isQuoted: true))
            case .date(let date): .date(seconds: date.seconds, nanoseconds: date.nanoseconds)
            case .data(let data): .data(data)
            case .array(let values): .sequence(values.map { DocumentNode($0) })
            case .dictionary(let values):
                .mapping(
                    values.sorted { $0.key < $1.key }.map {
                        DocumentEntry(
                            key: $0.key,
                            keyLocation: .start,
                            value: DocumentNode($0.value)
                        )
                    }
                )
            }
        self.init(content, at: .start)
    }
}
