import Documents
import ProtectedNotifications
import ProtectionModel

/// What becomes of a response, and of a push that nobody gets yet, beside the endings of pushes.
enum OtherOutcome: String, CaseIterable {
    /// The device is off: the push service keeps the push, if no newer one of the application comes.
    case waiting
    /// The application gets the response.
    case given
    /// The application hears nothing of it.
    case unheard

    /// All that `outcome` can be.
    static var words: [String] {
        PushOutcome.Ending.allCases.map(\.rawValue) + allCases.map(\.rawValue)
    }
}

extension NotificationPresentation {
    private static let named: KeyValuePairs<String, NotificationPresentation> = [
        "badge": .badge, "banner": .banner, "list": .list, "sound": .sound,
    ]

    /// The words of scenarios, sorted.
    var words: [String] { Self.named.filter { contains($0.value) }.map(\.key) }

    /// Reads a list of words.
    init(_ node: DocumentNode) throws(DocumentFault) { self = try node.options(Self.named) }
}

extension DocumentNode {
    /// What becomes of a push or a response.
    func outcome() throws(DocumentFault) -> String {
        let word = try text()
        guard OtherOutcome.words.contains(word) else {
            throw expected("one of " + OtherOutcome.words.joined(separator: ", "))
        }
        return word
    }

    /// A number of things.
    func count() throws(DocumentFault) -> UInt64 {
        guard let count = UInt64(exactly: try integer()) else {
            throw expected("a number from 0 on")
        }
        return count
    }
}

extension StepFacts {
    /// Notes what came of a push; `refusal` is why its extension could not read.
    mutating func note(_ outcome: PushOutcome, _ refusal: String?) {
        self[.outcome] = .text(outcome.ending.rawValue)
        self[.presentation] = .list(outcome.presentation.words)
        self[.notes] = .list(outcome.notes.map(\.description))
        self[.reason] = (outcome.refusal?.code.description ?? refusal).map { .text($0) }
    }

    /// Notes what a screen shows.
    mutating func note(_ screen: NotificationScreen) {
        self[.shown] = .list(
            screen.entries.map { Self.line([$0.title, $0.subtitle, $0.body]) }
        )
        self[.count] = .number(UInt64(screen.entries.reduce(0) { $0 + $1.identifiers.count }))
    }

    /// Notes what an application has delivered: of what is locked, what its cover shows.
    mutating func note(_ delivered: [DeliveredNotification]) {
        self[.shown] = .list(
            delivered.map { notification in
                guard let content = notification.content else {
                    let cover = notification.cover
                    return Self.line([
                        cover.title, cover.subtitle, NotificationScreen.Words().placeholder,
                    ])
                }
                return Self.line([content.title, content.subtitle, content.body])
            }
        )
        self[.count] = .number(UInt64(delivered.count))
    }

    /// Notes what an application gets of what the user did.
    mutating func note(_ responses: [NotificationResponse]) {
        self[.responses] = .list(
            responses.map {
                Self.line([$0.notification, ActionWord.word(for: $0.action), $0.text])
            }
        )
        self[.count] = .number(UInt64(responses.count))
    }

    /// Parts of one notification on one line.
    private static func line(_ parts: [String?]) -> String {
        parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " / ")
    }
}
