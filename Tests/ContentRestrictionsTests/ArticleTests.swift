import ContentRestrictions
import Foundation
import Preferences
import Testing

@Suite("The article on deciding what may be shown")
struct ArticleTests {
    private static let begin = "        // The article's example begins."
    private static let end = "        // The article's example ends."

    private func text(_ path: String) throws -> String {
        let file = URL(filePath: #filePath).appending(path: path).standardized
        return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }

    @Test("its example is the code below, word for word")
    func same() throws {
        let article = try text(
            "../../../Sources/ContentRestrictions/Documentation.docc/DecidingWhatMayBeShown.md"
        )
        let example = try #require(article.components(separatedBy: "```swift\n").dropFirst().first)
            .components(separatedBy: "```")[0]
        let code = try #require(
            try text("../ArticleTests.swift").components(separatedBy: Self.begin + "\n").last
        ).components(separatedBy: Self.end)[0]
        let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("        ") ? String($0.dropFirst(8)) : String($0) }
        #expect(lines.joined(separator: "\n") == example)
    }

    @Test("its example comes out as it says")
    func runs() {
        // The article's example begins.
        let preferences = LayeredPreferences([
            (domain: .managed, values: ["com.apple.content-rating.MovieRating": .integer(300)])
        ])
        let checker = RestrictionChecker(preferences)

        let film = RatedItem(.movie, rating: .label("12A", region: "gb"))
        let decision = checker.decide(film)
        // 12A is 325 and the limit 300: refused, though the label sounds like PG-13.

        let foreign = RatedItem(.movie, rating: .label("VM14", region: "us"))
        let isShown = checker.isAllowed(foreign) { decision in
            // Nobody knows the label there: the app's own policy decides, and this one shows nothing
            // but what is exempt from rating.
            decision.reason == .exempt
        }
        // The article's example ends.
        #expect(decision.outcome == .deny)
        #expect(decision.rating?.value == 325)
        #expect(!isShown)
    }
}
