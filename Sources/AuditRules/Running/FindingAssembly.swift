import AuditFacts
import AuditPolicy

/// Makes findings of what rules saw: excerpts, fingerprints, acceptances, baseline.
struct FindingAssembly {
    private let audit: RuleRun
    private let coverage: AuditCoverage
    /// Comments by path and line.
    private let comments: [String: [Int: [AllowComment]]]
    private var files: FileLines
    private var fingerprints = Fingerprints()
    private var usedComments: Set<AuditOutcome.SourceMark> = []
    private var usedExceptions: Set<PolicyException> = []
    private(set) var findings: [Finding] = []

    init(audit: RuleRun, bytes: @escaping (String) -> [UInt8]?) {
        self.audit = audit
        coverage = audit.coverage
        files = FileLines(bytes)
        let known = Set(audit.rules.map { $0.description.id })
        comments = Dictionary(
            audit.facts.suppressions.map { path, comments in
                let comments = comments.map { AllowComment($0, knownRules: known) }
                return (path, Dictionary(grouping: comments) { Int($0.place.line) })
            }
        ) { first, _ in first }
    }

    /// Which acceptances have been needed so far.
    var outcome: AuditOutcome {
        AuditOutcome(
            usedComments: usedComments,
            usedExceptions: usedExceptions,
            staleEntries: (audit.baseline?.stale(after: findings) ?? []).filter(coverage.covers),
            ranRules: coverage.rules,
            isPartial: audit.changed != nil || audit.onlyRules != nil
        )
    }

    /// Adds findings of `observations`, which are sorted: one of each element.
    mutating func add(_ observations: [[RuleObservation]]) {
        for group in observations { findings.append(finding(of: group)) }
    }

    /// The finding of what was seen at one place under several policies: of those that no exception
    /// of their policy accepts, else of all, the one with the highest level.
    private mutating func finding(of group: [RuleObservation]) -> Finding {
        let exceptions = group.map(exceptions)
        let place = exceptions.firstIndex(where: \.isEmpty) ?? 0
        let bare = finding(group[place])
        // One that names paths says more of this finding than one for all.
        let exception = exceptions[place].first { !$0.paths.isEmpty } ?? exceptions[place].first
        var suppression = comment(on: bare)
        if suppression == nil {
            usedExceptions.formUnion(exceptions.flatMap(\.self))
            suppression = exception.map {
                Suppression(reason: $0.reason, until: $0.until, by: $0.owner ?? "policy")
            }
        }
        return bare.accepted(
            suppression,
            isBaselined: suppression == nil && audit.baseline?.contains(bare) ?? false
        )
    }

    private func exceptions(for found: RuleObservation) -> [PolicyException] {
        audit.policies.policies[found.policy].exceptions.filter {
            $0.accepts(found.rule, at: found.observation.path, audit.today)
        }
    }

    private mutating func finding(_ found: RuleObservation) -> Finding {
        let observation = found.observation
        let first = Int(observation.span.start.line)
        let last = Int(observation.span.endLine)
        let lines = files.lines(of: observation.path)
        return Finding(
            rule: found.rule,
            level: found.level,
            confidence: observation.confidence,
            message: observation.message,
            hint: observation.hint ?? RuleCatalogue.description(of: found.rule)?.remedy ?? "",
            path: observation.path,
            line: first,
            column: files.scalarColumn(
                Int(observation.span.start.column),
                line: first,
                of: observation.path
            ),
            endLine: last,
            excerpt: observation.isAboutFile
                ? [] : StatementText.excerpt(lines, from: first, to: last),
            fingerprint: fingerprint(of: found, lines),
            kind: observation.kind,
            way: observation.way,
            related: observation.related,
            suppression: nil,
            isBaselined: false
        )
    }

    private mutating func fingerprint(of found: RuleObservation, _ lines: [Substring]) -> String {
        let observation = found.observation
        let statement = StatementText.excerpt(
            lines,
            from: Int(observation.span.start.line),
            to: Int(observation.span.endLine),
            limit: 400
        )
        return fingerprints.next(
            rule: found.rule,
            path: observation.path,
            // What has no text, such as a device's file, is told apart by what is said of it.
            statement: StatementText.isTelling(statement)
                ? statement.joined(separator: " ") : observation.message
        )
    }

    /// The acceptance of `finding` by a comment.
    private mutating func comment(on finding: Finding) -> Suppression? {
        let near = comments[finding.path].map { lines in
            (lines[finding.line - 1] ?? []) + (lines[finding.line] ?? [])
        }
        for comment in near ?? [] {
            guard
                let found = comment.suppression(
                    of: finding.rule,
                    onLine: finding.line,
                    today: audit.today
                )
            else { continue }
            usedComments.insert(.init(path: finding.path, place: comment.place))
            return found
        }
        return nil
    }
}

extension PolicyException {
    /// Whether it holds for a finding of `rule` at `path` on the day `today`.
    fileprivate func accepts(_ rule: String, at path: String, _ today: CalendarDay) -> Bool {
        guard self.rule == rule, paths.isEmpty || paths.contains(where: { $0.matches(path) })
        else { return false }
        guard let until = until.flatMap({ CalendarDay($0) }) else { return true }
        return until >= today
    }
}

extension Finding {
    /// The same with who accepted it.
    fileprivate func accepted(_ suppression: Suppression?, isBaselined: Bool) -> Finding {
        Finding(
            rule: rule,
            level: level,
            confidence: confidence,
            message: message,
            hint: hint,
            path: path,
            line: line,
            column: column,
            endLine: endLine,
            excerpt: excerpt,
            fingerprint: fingerprint,
            kind: kind,
            way: way,
            related: related,
            suppression: suppression,
            isBaselined: isBaselined
        )
    }
}
