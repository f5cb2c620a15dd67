import ArgumentParser
import ContentRestrictions
import Preferences
import ProtectionModel

/// Implements `protectctl restrictions check`.
struct RestrictionsCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Decide about an item, or about media files and podcast feeds.",
        usage: """
            protectctl restrictions check <kind> [--rating <label>] [--region <region>] [<options>]
            protectctl restrictions check --file <file> ... [<options>]
            """,
        discussion: """
            Ends with 0 when all is allowed and with 1 when something is refused. Where there is no \
            information, --if-unset decides, and the decision is printed as own-policy. A file that \
            cannot be read is named, and the others are decided about.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(help: ArgumentHelp("The item's rating, such as PG-13.", valueName: "label"))
    var rating: String?
    @Option(help: ArgumentHelp("The region of the rating, such as us.", valueName: "region"))
    var region: String?
    @Flag(inversion: .prefixedNo, help: "Whether the item is marked as explicit.")
    var explicit: Bool?
    @Option(
        help: ArgumentHelp("The app's bundle identifier: it may be exempt.", valueName: "bundle")
    )
    var app: String?
    @Option(
        name: .customLong("file"),
        parsing: .upToNextOption,
        help: ArgumentHelp("Media files (MP4 family) and podcast feeds.", valueName: "file"),
        completion: .file()
    )
    var files: [String] = []
    @OptionGroup var policy: DecisionOptions
    @Argument(help: ArgumentHelp("movie, tv, app, music, podcast or book.", valueName: "kind"))
    var kind: String?

    func validate() throws {
        guard kind == nil || files.isEmpty else {
            throw ValidationError("a kind or files, not both: a file says what it is")
        }
        guard kind != nil || !files.isEmpty else {
            throw ValidationError("a kind of item is needed, or files with --file")
        }
        let describes = rating != nil || region != nil || explicit != nil || app != nil
        guard files.isEmpty || !describes else {
            throw ValidationError("a file says what its rating is")
        }
    }

    func run() throws {
        guard let kind else { return try checkFiles() }
        guard let kind = MediaKind(rawValue: kind) else {
            throw ToolError(
                .invalidArgument,
                "'\(kind)' is not a kind of item",
                hint: "the kinds are " + MediaKind.allCases.map(\.rawValue).joined(separator: ", ")
            )
        }
        let item = RatedItem(
            kind,
            rating: rating.map { .label($0, region: region) },
            isExplicit: explicit,
            bundleIdentifier: app
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

    /// One by one: a file that cannot be read does not keep the others from a decision.
    private func checkFiles() throws {
        let checker = try policy.checker(Session(global))
        let failures = FailureLog(global.console, of: "check")
        var documents: [DecisionDocument] = []
        var isAllAllowed = true
        for path in files {
            let rating: MediaRating
            do { rating = try MediaRating(ofFileAt: path) } catch {
                failures.note(
                    ToolError(error.code, "'\(path)': \(error.description)", path: path)
                )
                continue
            }
            let decision = checker.decide(rating)
            isAllAllowed = isAllAllowed && policy.allows(decision)
            guard !global.json else {
                documents.append(DecisionDocument(decision, path: path))
                continue
            }
            let sentence = DecisionSentence.text(of: decision, policy.ifUnset)
            try global.console.data(global.console.shown("\(path): \(sentence)"))
        }
        if global.json { try global.console.document(documents) }
        try failures.finish()
        guard isAllAllowed else { throw ExitCode(1) }
    }
}
