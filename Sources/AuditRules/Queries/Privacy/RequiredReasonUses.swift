package import AuditFacts

/// All uses of listed APIs in sources, by file and place.
package struct RequiredReasonUses: Sendable {
    /// By the path of the source.
    package let byFile: [String: [RequiredReasonUse]]

    /// The uses in `code`.
    package init(_ code: CodeIndex) {
        let finder = RequiredReasonFinder(code)
        var byFile: [String: [RequiredReasonUse]] = [:]
        for file in code.files {
            let uses = finder.uses(in: file)
            if !uses.isEmpty { byFile[file.path] = uses }
        }
        self.byFile = byFile
    }

    /// The uses in the sources of `targets`, by file and place.
    package func uses(in targets: [Target]) -> [RequiredReasonUse] {
        Set(targets.flatMap(\.sources)).sorted().flatMap { byFile[$0] ?? [] }
    }
}

/// A place that uses an API a privacy manifest must give a reason for.
package struct RequiredReasonUse: Sendable, Hashable {
    /// The API's name.
    package let symbol: String
    /// The categories that cover it: any one is enough.
    package let categories: [RequiredReasonCategory]
    /// The path of the source.
    package let path: String
    /// Where the name stands.
    package let place: SourcePlace

    /// The first of `uses` in each file: who looks at one sees the others.
    static func firstOfFiles(_ uses: some Sequence<RequiredReasonUse>) -> [RequiredReasonUse] {
        var seen: Set<String> = []
        return uses.filter { seen.insert($0.path).inserted }
    }
}
