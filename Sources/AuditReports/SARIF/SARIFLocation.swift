import AuditFacts
import AuditRules

/// A place in a file below the root (SARIF 2.1.0, section 3.28).
///
/// Code scanning knows no files outside of it, and refuses a result without a place
/// ("expected a physical location"): such a path has none.
struct SARIFLocation: Encodable {
    struct Physical: Encodable {
        let artifactLocation: Artifact
        let region: Region?
    }

    struct Artifact: Encodable {
        let uri: String
        var uriBaseId = SARIFRun.root
    }

    struct Region: Encodable {
        let startLine: Int
        let startColumn: Int?
        let endLine: Int?
        let snippet: SARIFMessage?
    }

    let id: Int?
    let physicalLocation: Physical
    let message: SARIFMessage?

    private init(_ path: String, _ region: Region?, id: Int? = nil, message: String? = nil) {
        self.id = id
        physicalLocation = Physical(
            artifactLocation: Artifact(uri: RelativeReference.text(of: path)),
            region: region
        )
        self.message = message.map { SARIFMessage($0) }
    }

    /// Where a finding is.
    init(_ finding: Finding) {
        self.init(
            finding.path,
            Region(
                startLine: finding.line,
                startColumn: finding.column,
                endLine: finding.endLine,
                snippet: finding.excerpt.isEmpty
                    ? nil : SARIFMessage(finding.excerpt.joined(separator: "\n"))
            )
        )
    }

    /// What a finding rests on, with a number from 1 as its id, or a step of its way, without one.
    init(_ place: RelatedPlace, id: Int? = nil) {
        self.init(
            place.path,
            Region(startLine: place.line, startColumn: nil, endLine: nil, snippet: nil),
            id: id,
            message: place.message
        )
    }

    /// What was not read.
    init(_ note: UnreadNote) {
        let region = note.line.map {
            Region(startLine: $0, startColumn: nil, endLine: nil, snippet: nil)
        }
        self.init(note.path, region)
    }
}
