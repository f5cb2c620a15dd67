/// What a scan looked at and found.
struct ScanReport: CustomStringConvertible {
    /// A place where a secret stands.
    struct Hit: CustomStringConvertible {
        let needle: String
        let address: UInt64
        let mapping: String

        var description: String { "\(needle) at 0x\(String(address, radix: 16)) in \(mapping)" }
    }

    var needleCount = 0
    var windowCount = 0
    var bytesRead: UInt64 = 0
    var mappings = 0
    /// Mappings that were not read, with the reason.
    var skipped: [String] = []
    var hits: [Hit] = []

    /// The names of all secrets that were found.
    var found: Set<String> { Set(hits.map(\.needle)) }

    var description: String {
        let places = hits.map(\.description).joined(separator: "\n  ")
        return "\(needleCount) needles (\(windowCount) windows), \(bytesRead) bytes in "
            + "\(mappings) mappings, \(hits.count) hits\n  \(places)"
    }
}
