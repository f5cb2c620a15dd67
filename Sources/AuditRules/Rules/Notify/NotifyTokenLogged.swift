import AuditFacts
import AuditPolicy

/// `notify.token-logged`: the device's push token in a log.
enum NotifyTokenLogged: Rule {
    static let description = RuleDescription(
        "notify.token-logged",
        "The device's push token is written into the log",
        severity: .low,
        isProven: true,
        summary: """
            A function that the system hands the token for pushes (APNs, PushKit or Firebase) writes \
            it into a log that others can read, as it is or spelled as text, itself or by a function \
            of the app. Its size is not reported, nor code for debug builds.
            """,
        rationale: """
            With the sender's key the token reaches this one device, and it names the device in the \
            logs of every service that has it. Logs leave the device in support requests and \
            diagnoses.
            """,
        remedy: "Log that there is a token, or its first characters.",
        references: RuleReferences(
            controls: ["STORAGE-2"],
            tests: ["0297"],
            weaknesses: ["0005"],
            commonWeaknesses: [532]
        ),
        examples: [
            .swift(
                "spelled in hexadecimal",
                #"""
                class Delegate: UIResponder, UIApplicationDelegate {
                    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
                        let text = deviceToken.map { String(format: "%02x", $0) }.joined()
                        print("registered: \(text)")
                    }
                }
                """#,
                findings: [4]
            ),
            .swift(
                "that there is one",
                #"""
                class Delegate: UIResponder, UIApplicationDelegate {
                    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
                        print("registered: \(deviceToken.count) bytes")
                        service.register(deviceToken)
                    }
                }
                """#
            ),
        ]
    )

    static let watches = LogFunction.watched

    static func observations(in context: AuditContext) -> [Observation] {
        context.logs.compactMap { log in
            guard let token = PushToken(handedTo: log.scope.function),
                log.shown.contains(where: { token.isShown(by: $0.value, log.scope, context.code) })
            else { return nil }
            let path = log.scope.file.path
            return Observation(
                "the token for pushes, '\(token.name)', can be read in the log",
                path: path,
                span: log.span,
                way: log.way.isEmpty ? [] : [handedOn(at: log)] + log.way
            )
        }
    }

    private static func handedOn(at log: LogCall) -> RelatedPlace {
        RelatedPlace(
            "the value is handed on here",
            path: log.scope.file.path,
            line: Int(log.span.start.line)
        )
    }
}

/// The token for pushes that the system hands a function.
private struct PushToken {
    /// The parameter.
    let name: String
    /// Whether it is a member of the parameter.
    private let isMember: Bool

    /// What the delegate's method `function` is handed; `nil` for any other function.
    init?(handedTo function: Syntax.Function) {
        let labelled = function.parameters.first { Self.labels.contains($0.label ?? "") }
        if let labelled {
            name = labelled.name
            isMember = false
        } else if Self.selectors.contains(function.name), let last = function.parameters.last {
            name = last.name
            isMember = false
        } else if function.name.hasPrefix("pushRegistry"),
            let credentials = function.parameters.first(where: {
                $0.type?.contains("PKPushCredentials") ?? false
            })
        {
            name = credentials.name
            isMember = true
        } else {
            return nil
        }
    }

    private static let labels: Set<String> = [
        "didRegisterForRemoteNotificationsWithDeviceToken", "didReceiveRegistrationToken",
    ]
    private static let selectors: Set<String> = [
        "application:didRegisterForRemoteNotificationsWithDeviceToken:",
        "messaging:didReceiveRegistrationToken:",
    ]

    /// How many expressions are looked at.
    private static let stepLimit = 256

    /// Whether `value` is the token, or its text.
    func isShown(by value: Syntax.Expression, _ scope: CodeScope, _ code: CodeIndex) -> Bool {
        var pending = [value]
        var seen: Set<String> = []
        var stepsLeft = Self.stepLimit
        while let next = pending.popLast(), stepsLeft > 0 {
            stepsLeft -= 1
            if isItself(next) { return true }
            switch next.node {
            case .name(let name):
                guard name != self.name, seen.insert(name).inserted else { continue }
                pending += scope.values(of: name, before: next.place)
            case .member(let base?, let name):
                if Self.spells(name) { pending.append(base) }
            case .call(let call):
                guard let name = call.name, Self.spells(name) else { continue }
                pending += (call.receiver.map { [$0] } ?? []) + call.arguments.map(\.value)
            default: pending += ValueForms.ingredients(of: next)
            }
        }
        return false
    }

    private func isItself(_ value: Syntax.Expression) -> Bool {
        guard isMember else { return value.node == .name(name) }
        return value.chain == [name, "token"]
    }

    /// Whether what is called `name` makes a text of what it belongs to, or is given.
    private static func spells(_ name: String) -> Bool {
        guard !ValueForms.hides(name) else { return false }
        return ValueForms.makes(name) || ValueForms.isTransparent(name)
            || ["reduce", "compactMap", "stringByReplacingOccurrencesOfString:withString:"]
                .contains(name)
            || NameWords.words(of: name).contains(where: ["hex", "hexadecimal", "string"].contains)
    }
}
