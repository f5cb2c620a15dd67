/// What ArgumentParser writes about a command, for eighty columns.
enum HelpText {
    private static let globalTitle = "GLOBAL OPTIONS:"

    /// Help with a short usage line, and with what every command understands at its end.
    static func arranged(_ help: String) -> String {
        var sections = help.split(separator: "\n\n", omittingEmptySubsequences: false).map(
            String.init
        )
        for index in sections.indices where sections[index].hasPrefix("USAGE: ") {
            sections[index] = shortUsage(sections[index])
        }
        if let place = sections.firstIndex(where: { $0.hasPrefix(globalTitle) }) {
            sections.append(sections.remove(at: place))
        }
        return sections.map { $0.trimmingSuffix("\n") }.joined(separator: "\n\n")
    }

    /// One usage line that leaves options to the list of them: `unlock [<options>]`.
    static func shortUsage(_ usage: String) -> String {
        let usage = usage.replacing(" <options>", with: " [<options>]")
        guard usage.contains(" [-") else { return usage }
        var words: [Substring] = []
        var hasOptions = false
        var isInOption = false
        for word in usage.split(separator: " ") {
            if word.hasPrefix("[-") {
                if !hasOptions { words.append("[<options>]") }
                hasOptions = true
                isInOption = true
            }
            if !isInOption { words.append(word) }
            if word.hasSuffix("]") { isInOption = false }
        }
        return words.joined(separator: " ")
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)).trimmingSuffix(suffix) : self
    }
}
