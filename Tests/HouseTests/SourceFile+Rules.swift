extension SourceFile {
    /// Whether it belongs to a library: everything shipped but the tool.
    var isLibrary: Bool { isSource && target != "protectctl" }

    /// Something wrong in a line of this file.
    func finding(_ line: Int, _ message: String) -> Finding {
        Finding(path: path, line: line, message: message)
    }

    /// Every use of one of these words, if the rule applies to this file.
    func findings(where applies: Bool, words: Set<Substring>, _ message: String) -> [Finding] {
        guard applies else { return [] }
        return self.words.filter { words.contains($0.text) }
            .map { finding($0.line, "\($0.text) \(message)") }
    }

    /// The words that read a clock.
    var clockWords: [Word] {
        let clocks: Set<Substring> = [
            "ContinuousClock", "SuspendingClock", "clock_gettime", "gettimeofday",
        ]
        return zip(words, words.dropFirst().map(Optional.some) + [nil]).filter { word, next in
            let isToday =
                word.isCalledWithoutArguments
                || word.after == UInt8(ascii: ".") && next?.text == "now"
            return clocks.contains(word.text) || word.text == "Date" && isToday
        }.map(\.0)
    }
}
