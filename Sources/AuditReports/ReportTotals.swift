import AuditFacts
import AuditRules

/// How much of each there is in a report.
struct ReportTotals {
    /// Findings of one level.
    struct Level {
        let level: FindingLevel
        /// Those that count.
        var new = 0
        var baselined = 0
        var suppressed = 0
    }

    /// By weight, errors first.
    private(set) var levels: [Level]
    /// Files that were looked at.
    let fileCount: Int
    /// Inputs that were not read, wholly or in part.
    let unreadCount: Int

    init(_ report: AuditReport) {
        levels = FindingLevel.allCases.sorted(by: >).map { Level(level: $0) }
        fileCount = report.fileCount
        unreadCount = Set(report.unread.map(\.path)).count
        for finding in report.findings {
            guard let index = levels.firstIndex(where: { $0.level == finding.level }) else {
                continue
            }
            // One that is both baselined and suppressed counts once, as suppressed: that has a reason.
            if finding.suppression != nil {
                levels[index].suppressed += 1
            } else if finding.isBaselined {
                levels[index].baselined += 1
            } else {
                levels[index].new += 1
            }
        }
    }

    var new: Int { levels.reduce(0) { $0 + $1.new } }
    var baselined: Int { levels.reduce(0) { $0 + $1.baselined } }
    var suppressed: Int { levels.reduce(0) { $0 + $1.suppressed } }

    /// How many findings of `level` count.
    func new(_ level: FindingLevel) -> Int {
        levels.first { $0.level == level }?.new ?? 0
    }

    /// Whether nothing counts.
    var isClean: Bool { new == 0 }

    /// What counts, by level: `1 error, 2 warnings`, or `nothing`.
    var newByLevel: String {
        let parts = levels.filter { $0.new > 0 }.map { Self.counted($0.new, $0.level.rawValue) }
        return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
    }

    /// All of it in a line: `1 error; 12 baselined, 1 new; 2 suppressed; 214 files`.
    var sentence: String {
        let verdict = fileCount == 0 ? "nothing was audited" : "clean"
        var parts = isClean ? [verdict] : [newByLevel]
        if baselined > 0 { parts.append("\(baselined) baselined, \(new) new") }
        if suppressed > 0 { parts.append("\(suppressed) suppressed") }
        return (parts + [read]).joined(separator: "; ")
    }

    /// What was looked at, and what was not: `214 files; 1 input not read`.
    ///
    /// An input that was not read need not be among the files.
    var read: String {
        let files = Self.counted(fileCount, "file")
        return unreadCount > 0 ? "\(files); \(Self.counted(unreadCount, "input")) not read" : files
    }

    /// `1 file`, `2 files`.
    static func counted(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)" + (count == 1 ? "" : "s")
    }
}
