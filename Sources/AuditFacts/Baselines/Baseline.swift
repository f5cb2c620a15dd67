import Documents
import FoundationEssentials
public import ProtectionModel

/// Findings that were there when the audits began: they no longer count.
///
/// The document is JSON, `{"findings":[{"fingerprint","path","rule"}],"version":1}`, sorted and one
/// value a line, so that a review shows what was added.
public struct Baseline: Sendable, Hashable {
    /// A finding in a baseline.
    package struct Entry: Sendable, Hashable, Comparable, Codable {
        /// The rule's id.
        package let rule: String
        /// The path relative to the audited root.
        package let path: String
        /// The finding's fingerprint.
        package let fingerprint: String

        /// An entry with all its parts.
        package init(rule: String, path: String, fingerprint: String) {
            self.rule = rule
            self.path = path
            self.fingerprint = fingerprint
        }

        /// Orders by path, rule and fingerprint.
        package static func < (one: Entry, other: Entry) -> Bool {
            (one.path, one.rule, one.fingerprint) < (other.path, other.rule, other.fingerprint)
        }
    }

    /// The largest baseline that is read, in bytes: some 200,000 findings.
    package static let byteLimit = 64 << 20
    private static let version = 1
    /// The rule about entries that are no longer found: what it finds is never in a baseline.
    package static let staleRule = "policy.baseline-stale"

    /// Its findings in order, each once.
    package let entries: [Entry]
    private let known: Set<Entry>

    /// A baseline of `entries`.
    package init(_ entries: some Sequence<Entry>) {
        known = Set(entries)
        self.entries = known.sorted()
    }

    /// A baseline of the findings that nobody has accepted, and of `kept`.
    package init(of findings: some Sequence<Finding>, keeping kept: [Entry] = []) {
        let open = findings.filter { $0.suppression == nil && $0.rule != Self.staleRule }
        self.init(open.map(Entry.init) + kept)
    }

    /// Reads a baseline, which may be hostile.
    ///
    /// - Throws: `malformed-report` for anything but a baseline of this version.
    public init(reading bytes: [UInt8]) throws(ProtectionError) {
        guard bytes.count <= Self.byteLimit else {
            throw Self.malformed("longer than \(Self.byteLimit) bytes")
        }
        guard !bytes.contains(0) else { throw Self.malformed("not JSON") }
        do { try CombiningMarks.check(json: bytes) } catch {
            throw Self.malformed(error.description, cause: error)
        }
        let document: Document
        do {
            document = try JSONDecoder().decode(Document.self, from: Data(bytes))
        } catch let error as DecodingError {
            throw Self.malformed(Self.reason(error), cause: error)
        } catch { throw Self.malformed("not JSON", cause: error) }
        guard document.toolVersion == nil else {
            throw Self.malformed("it is a report")
        }
        guard document.version == Self.version else {
            throw Self.malformed("written in version \(document.version), not \(Self.version)")
        }
        if let index = document.findings.firstIndex(where: { !$0.isSound }) {
            throw Self.malformed("findings[\(index)] has no rule, path or fingerprint")
        }
        self.init(document.findings)
    }

    private static func malformed(_ reason: String, cause: (any Error)? = nil) -> ProtectionError {
        ProtectionError(.malformedReport, "not a baseline: \(reason)", cause: cause)
    }

    /// What a decoder found, and where.
    private static func reason(_ error: DecodingError) -> String {
        let (what, context): (String, DecodingError.Context)
        switch error {
        case .keyNotFound(let key, let found): (what, context) = ("no '\(key.stringValue)'", found)
        case .typeMismatch(_, let found): (what, context) = ("not the expected type", found)
        case .valueNotFound(_, let found): (what, context) = ("null", found)
        case .dataCorrupted(let found): (what, context) = ("not JSON", found)
        @unknown default:
            (what, context) = ("not understood", .init(codingPath: [], debugDescription: ""))
        }
        let place = context.codingPath.map { key in
            key.intValue.map { "[\($0)]" } ?? key.stringValue
        }.joined()
        return (place.isEmpty ? "" : "\(place): ") + what
    }

    /// Whether it has `finding`.
    package func contains(_ finding: Finding) -> Bool { known.contains(Entry(finding)) }

    /// Its entries that are none of `findings`: mended, or moved to another file.
    package func stale(after findings: some Sequence<Finding>) -> [Entry] {
        let found = Set(findings.map(Entry.init))
        return entries.filter { !found.contains($0) }
    }

    /// The document, the same for the same findings, with a new line at its end.
    ///
    /// - Throws: what the encoder throws; for texts it does not.
    public func document() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(Document(version: Self.version, findings: entries))) + [
            0x0A
        ]
    }

    private struct Document: Codable {
        let version: Int
        /// Reports have it, baselines do not.
        var toolVersion: String?
        let findings: [Entry]
    }
}

extension Baseline.Entry {
    /// The entry for `finding`.
    package init(_ finding: Finding) {
        self.init(rule: finding.rule, path: finding.path, fingerprint: finding.fingerprint)
    }

    fileprivate var isSound: Bool {
        !rule.isEmpty && !path.isEmpty && fingerprint.utf8.count == 64
            && fingerprint.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
            }
    }
}
