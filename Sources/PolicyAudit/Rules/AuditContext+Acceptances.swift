extension AuditContext {
    /// The comments that accept findings in the sources that are audited, by path and place.
    var acceptances: [(path: String, comment: AllowComment)] {
        let known = Set(RuleCatalogue.rules.map { $0.description.id })
        return code.files.flatMap { file in
            file.suppressions.map { (file.path, AllowComment($0, knownRules: known)) }
        }
    }
}

extension AllowComment {
    /// The line it stands in.
    var span: SourceSpan { SourceSpan(place) }
}

extension PolicyException {
    /// The last day it holds; `nil` for no end.
    var lastDay: CalendarDay? { until.flatMap { CalendarDay($0) } }

    /// The line that declares it.
    var span: SourceSpan { SourceSpan(SourcePlace(line: declaration.line)) }
}
