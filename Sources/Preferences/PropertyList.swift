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
    /// - Throws: ``PropertyListError`` for anything else, and for one beyond `limits`.
    public init(
        reading bytes: [UInt8],
        limits: PropertyListLimits = .standard
    ) throws(PropertyListError) {
        if bytes.starts(with: BinaryPropertyList.magic) {
            var reader = try BinaryPropertyListReader(bytes, limits)
            root = try reader.readRoot()
            format = .binary
        } else {
            root = try XMLPropertyListReader.read(bytes, limits)
            format = .xml
        }
    }

    /// The bytes of a binary property list, whatever the format it was read from.
    public var binary: [UInt8] {
        BinaryPropertyListWriter.bytes(of: root)
    }
}
