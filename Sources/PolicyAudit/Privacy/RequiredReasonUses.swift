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
