import ArgumentParser
import ContentRestrictions
import Preferences
import ProtectionModel

/// Implements `protectctl restrictions check`.
struct RestrictionsCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Decide about one item.",
        discussion: """
            Ends with 0 when it is allowed and with 1 when it is refused. Where there is no \
            information, --if-unset decides, and the decision is printed as own-policy.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(help: ArgumentHelp("The item's rating, such as PG-13.", valueName: "label"))
    var rating: String?
    @Option(help: ArgumentHelp("The region of the rating, such as us.", valueName: "region"))
    var region: String?
    @Flag(inversion: .prefixedNo, help: "Whether the item is marked as explicit.")
    var explicit: Bool?
    @OptionGroup var policy: DecisionOptions
    @Argument(help: ArgumentHelp("movie, tv, app, music, podcast or book.", valueName: "kind"))
    var kind: String

    func run() throws {
        guard let kind = MediaKind(rawValue: kind) else {
            throw ToolError(
                .invalidArgument,
                "'\(kind)' is no kind of item",
                hint: "the kinds are " + MediaKind.allCases.map(\.rawValue).joined(separator: ", ")
            )
        }
        let item = RatedItem(
            kind,
            rating: rating.map { .label($0, region: region) },
            isExplicit: explicit
        )
        let decision = try policy.checker(Session(global)).decide(item)
        if global.json {
            try global.console.document(DecisionDocument(decision))
        } else {
            try global.console.data(
                global.console.shown(DecisionSentence.text(of: decision, policy.ifUnset))
            )
        }
        if let hint = DecisionHint.text(for: decision, rating: rating, region: region) {
            global.console.talk("hint: \(hint)")
        }
        guard policy.allows(decision) else { throw ExitCode(1) }
    }
}
