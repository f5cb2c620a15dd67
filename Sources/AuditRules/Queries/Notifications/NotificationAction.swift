import AuditFacts
import AuditPolicy

/// A button of a notification.
///
/// Source: Apple, "UNNotificationAction", "UNNotificationActionOptions".
struct NotificationAction {
    /// Calls that make one.
    static let makers: Set<String> = [
        "UNNotificationAction", "UNTextInputNotificationAction",
        "actionWithIdentifier:title:options:", "actionWithIdentifier:title:options:icon:",
        "actionWithIdentifier:title:options:textInputButtonTitle:textInputPlaceholder:",
    ]

    /// The file.
    let path: String
    /// Its options, or the call that makes it.
    let span: SourceSpan
    /// The identifier's text, or the name it has in the code; `nil` for one that is not known.
    let name: String?
    /// What the code calls it: its identifier's name, or the case of what it is made for.
    let aliases: Set<String>
    /// Whether it takes a text.
    let isReply: Bool
    /// Whether it needs the device to be unlocked.
    let isGuarded: Bool

    /// The action that `found` makes; `nil` where a call of that name makes something else.
    init?(_ found: CallInScope, _ code: CodeIndex) {
        let call = found.call
        let isMessage = call.name?.contains(":") ?? false
        guard let identifier = call["identifier"] ?? call["actionWithIdentifier"],
            !isMessage || found.receiverName?.hasPrefix("UN") ?? false
        else { return nil }
        let text = code.text(of: identifier, in: found.scope)
        var last = identifier.lastName
        if case .member(let base?, "rawValue") = identifier.node { last = base.lastName }
        let cases = found.guards.compactMap { guarding -> String? in
            guard guarding.holds, case .matches(_, let pattern) = guarding.condition else {
                return nil
            }
            return pattern.lastName
        }
        let isVague = last == "identifier" || last == "rawValue"
        name = text ?? (isVague ? cases.last : last)
        aliases = Set([text, isVague ? nil : last].compactMap { $0 } + cases)
        path = found.path
        span = SourceSpan(
            (call["options"] ?? call.callee).place,
            endLine: Int(found.span.endLine)
        )
        isReply =
            call.name == "UNTextInputNotificationAction"
            || found.receiverName == "UNTextInputNotificationAction"
        isGuarded = Self.isGuarded(found)
    }

    /// What it is called in a message.
    var spoken: String { name ?? "an action" }

    /// Whether a name says that something is done that cannot be undone or gives something away.
    static func isDeed(_ name: String) -> Bool {
        let words = NameWords.words(of: name)
        // Declining a call or an offer gives nothing away.
        return words.contains(where: deeds.contains) && !words.contains("call")
    }

    /// Whether its name says that it does nothing of weight; so does one for a call, which the system
    /// lets anybody take.
    var isHarmless: Bool {
        guard let name else { return true }
        return NameWords.words(of: name).contains(where: Self.harmless.contains)
    }

    private static func isGuarded(_ found: CallInScope) -> Bool {
        guard let options = found.call["options"] else { return false }
        let parts = found.scope.sources(of: options).flatMap(\.parts).compactMap(\.ownName)
        return parts.contains { name in
            ["authenticationRequired", "foreground"].contains(name)
                || name.hasSuffix("OptionAuthenticationRequired")
                || name.hasSuffix("OptionForeground")
        }
    }

    private static let deeds: Set<String> = [
        "approve", "accept", "allow", "confirm", "pay", "transfer", "delete", "remove", "unlock",
        "grant", "authorize", "sign", "erase", "withdraw",
    ]
    private static let harmless: Set<String> = [
        "snooze", "dismiss", "later", "ignore", "decline", "deny", "reject", "cancel", "close",
        "mute", "silence", "stop", "skip", "remind", "hide", "open", "show", "view", "ok", "call",
        "details", "play", "pause", "test", "end", "hangup", "hang",
    ]
}

/// The app's answer to an action: the function that the system calls with the response.
struct NotificationAnswer {
    /// What it calls that does something of weight.
    struct Deed {
        let name: String
        let place: RelatedPlace
    }

    private let scope: CodeScope
    private let names: Set<String>
    private let steps: [CodeStep]

    /// The answers to single actions in `code`.
    static func all(in code: CodeIndex) -> [NotificationAnswer] {
        code.scopes.filter(isDelegate).flatMap { scope -> [NotificationAnswer] in
            var byCondition: [Syntax.Condition: [CodeStep]] = [:]
            for step in scope.steps {
                for guarding in step.guards where guarding.holds {
                    byCondition[guarding.condition, default: []].append(step)
                }
            }
            let answers = byCondition.map { condition, steps in
                NotificationAnswer(scope, Self.names(in: condition, scope, code), steps)
            }
            return answers.sorted { $0.start < $1.start }
        }
    }

    private init(_ scope: CodeScope, _ names: Set<String>, _ steps: [CodeStep]) {
        self.scope = scope
        self.names = names
        self.steps = steps
    }

    private var start: SourcePlace { steps.map(\.statement.span.start).min() ?? .start }

    /// Whether it is the answer to `action`.
    func answers(_ action: NotificationAction) -> Bool { !names.isDisjoint(with: action.aliases) }

    /// The first thing of weight that it does; `nil` for nothing that is known.
    var deed: Deed? {
        let lines = Set(steps.map(\.statement.span.start))
        let calls = scope.calls.filter { lines.contains(scope.steps[$0.step].statement.span.start) }
        let acting = calls.first { site in
            guard let name = site.call.name else { return false }
            return NameWords.words(of: name).first.map(Self.acting.contains) ?? false
                || NotificationAction.isDeed(name) && !Self.isNoticeRemoval(name)
        }
        return acting.map { site in
            Deed(
                name: site.call.name ?? "",
                place: RelatedPlace(
                    "the app's answer",
                    path: scope.file.path,
                    line: Int(site.place.line)
                )
            )
        }
    }

    private static func isNoticeRemoval(_ name: String) -> Bool {
        let words = NameWords.words(of: name)
        return words.contains("notifications") || words.contains("notification")
            || words.contains("observer") || words.count == 1
    }

    private static func isDelegate(_ scope: CodeScope) -> Bool {
        scope.function.name.contains("didReceiveNotificationResponse:")
            || scope.function.parameters.contains { $0.type == "UNNotificationResponse" }
    }

    private static func names(
        in condition: Syntax.Condition,
        _ scope: CodeScope,
        _ code: CodeIndex
    ) -> Set<String> {
        let asked: [Syntax.Expression] =
            switch condition {
            case .matches(_, let pattern): pattern.parts
            case .holds(let value): value.parts
            case .binds: []
            }
        return Set(
            asked.compactMap(\.ownName).filter { $0 != "rawValue" && $0 != "identifier" }
                + asked.compactMap { code.text(of: $0, in: scope) }
        )
    }

    private static let acting: Set<String> = [
        "enact", "send", "submit", "deliver", "buy", "order", "upload", "post", "publish", "share",
        "execute", "pay", "transfer",
    ]
}
