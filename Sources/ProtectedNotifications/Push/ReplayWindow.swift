/// Which of a sender's sealed pushes have come, so that none comes twice.
///
/// As IPsec has it (RFC 4303, section 3.4.3): the highest number, and a bit for each of those before it. It serves a
/// sender that is known: anybody else could end it with the highest number there is.
package struct ReplayWindow: Sendable, Hashable, Codable {
    /// What a number is.
    package enum Verdict: Sendable, Hashable {
        case new
        /// It has come.
        case repeated
        /// It is so far back that nobody knows.
        case tooOld
    }

    /// How many numbers are known.
    package static let width: UInt64 = 256

    /// The highest that has come; nil before the first.
    package private(set) var highest: UInt64?
    /// Bit n of the words is the number n below the highest.
    private var words: [UInt64]

    /// Nothing has come.
    package init() { words = [UInt64](repeating: 0, count: Int(Self.width / 64)) }

    /// Looks at a number.
    package func verdict(_ number: UInt64) -> Verdict {
        guard let highest, number <= highest else { return .new }
        let distance = highest - number
        guard distance < Self.width else { return .tooOld }
        return words[Int(distance / 64)] >> (distance % 64) & 1 == 1 ? .repeated : .new
    }

    /// Takes a number in.
    ///
    /// - Returns: what it was before.
    package mutating func take(_ number: UInt64) -> Verdict {
        let verdict = verdict(number)
        guard verdict == .new else { return verdict }
        if let highest, number > highest { move(by: number - highest) }
        highest = max(highest ?? number, number)
        let distance = (highest ?? number) - number
        words[Int(distance / 64)] |= 1 << (distance % 64)
        return verdict
    }

    private mutating func move(by distance: UInt64) {
        guard distance < Self.width else {
            words = [UInt64](repeating: 0, count: words.count)
            return
        }
        let (whole, part) = (Int(distance / 64), distance % 64)
        for index in words.indices.reversed() {
            let source = index - whole
            var word = source >= 0 ? words[source] << part : 0
            if part > 0, source > 0 { word |= words[source - 1] >> (64 - part) }
            words[index] = word
        }
    }
}
