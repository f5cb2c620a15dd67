import AuditFacts
import AuditPolicy
import Documents

/// `id.device-name`: the name the user gave the device is sent.
enum IdDeviceName: Rule {
    static let description = RuleDescription(
        "id.device-name",
        "The name the user gave the device is sent",
        severity: .low,
        isProven: true,
        summary: """
            `UIDevice.name` goes into a request, a message or an event, itself or by a local value; into \
            a user agent or report; or into an object that is named for the device, as an extension of \
            `UIDevice` makes one. Apps that only run where the system gives them a generic name are not \
            reported: from iOS 16 on, without the entitlement, and not on a Mac. What goes to hosts of \
            the policy's `hosts: trusted` is not reported either.
            """,
        rationale: """
            It is often the owner's name. Since iOS 16 an app without the entitlement for it gets a \
            generic name; with it, or on older systems, the real one goes out.
            """,
        remedy: "Send the model, or let the user choose a name.",
        references: RuleReferences(
            controls: ["PRIVACY-2"],
            weaknesses: ["0067"],
            commonWeaknesses: [359]
        ),
        examples: [
            .objectiveC(
                "a message's element",
                """
                void a(void) { [[Node alloc] initWithElement:@"device" andData:[[UIDevice currentDevice] name]]; }
                """,
                findings: [1]
            ),
            RuleExample(
                "an app that gets a generic name",
                files: [
                    "App/A.swift": "func a() { register(deviceName: UIDevice.current.name) }",
                    "project.yml": """
                    name: Example
                    targets:
                      App:
                        type: application
                        platform: iOS
                        sources: [App]
                        settings: {IPHONEOS_DEPLOYMENT_TARGET: "17.0"}
                    """,
                ]
            ),
        ]
    )

    static let watches: Set<String> = ["UIDevice"]

    static func observations(in context: AuditContext) -> [Observation] {
        let own = context.code.files.filter { $0.types.contains { $0.name == type } }
        let extended = own.flatMap { context.code.allScopes(in: $0.path) }.filter {
            $0.function.type == type
        }
        let reading = context.code.scopes.filter { $0.function.type != type }.compactMap { scope in
            DeviceNameUse(scope)
        }
        return (reading + extended.compactMap { DeviceNameUse($0) }).flatMap {
            use -> [Observation] in
            let places = use.places
            guard !places.isEmpty, !isGeneric(in: use.scope.file.path, context),
                !context.isTrusted(use.scope)
            else { return [] }
            return places.map {
                Observation(
                    $0.message,
                    confidence: .low,
                    path: use.scope.file.path,
                    span: SourceSpan($0.place),
                    related: users(of: use.scope, context)
                )
            }
        }
    }

    private static let type = "UIDevice"

    /// Where a property that an extension makes of the name is read: `UIDevice.current.card`.
    private static func users(of scope: CodeScope, _ context: AuditContext) -> [RelatedPlace] {
        let function = scope.function
        guard function.type == type, function.modifiers.contains("get") else { return [] }
        return context.code.scopes.flatMap { scope in
            scope.expressions.flatMap(\.parts).filter { part in
                part.ownName == function.name && part.chain.first == type
            }.map {
                RelatedPlace("used here", path: scope.file.path, line: Int($0.place.line))
            }
        }
    }

    private static let entitlement =
        "com.apple.developer.device-information.user-assigned-device-name"

    /// Whether every app and extension that the file is a part of gets "iPhone" for a name (Apple,
    /// "UIDevice.name").
    private static func isGeneric(in path: String, _ context: AuditContext) -> Bool {
        let targets = context.graph.hosts(of: path).filter(\.isProcess)
        return !targets.isEmpty
            && targets.flatMap(\.configurations).allSatisfy { configuration in
                let version = configuration.deploymentTarget?.split(separator: ".").first
                return version.flatMap { Int($0) }.map { $0 >= 16 } ?? false
                    && configuration.entitlements?[entitlement]?.boolean != true
                    && configuration.settings["SUPPORTS_MACCATALYST"] != "YES"
            }
    }
}

/// Where a function hands on the name of the device.
private struct DeviceNameUse {
    let scope: CodeScope
    /// Local names whose value is made of it.
    private let carriers: Set<String>

    /// What `scope` hands on; `nil` where it does not read the name.
    init?(_ scope: CodeScope) {
        self.scope = scope
        guard scope.expressions.contains(where: { $0.hasPart { Self.isRead($0, scope) } }) else {
            return nil
        }
        carriers = scope.variables.names { binding in
            binding.value?.valueParts.contains { Self.isRead($0, scope) } ?? false
        }
    }

    /// `UIDevice.current.name`, and `name` in an extension of `UIDevice`.
    private static func isRead(_ part: Syntax.Expression, _ scope: CodeScope) -> Bool {
        let chain = part.chain
        if chain.last == "name", chain.count >= 3, chain.first == "UIDevice" {
            return ["current", "currentDevice"].contains(chain[chain.count - 2])
        }
        guard scope.function.type == "UIDevice" else { return false }
        switch part.node {
        case .name("name"): return !scope.isLocal("name")
        case .member(let base?, "name"): return base.node == .name("self")
        default: return false
        }
    }

    private func isPart(_ part: Syntax.Expression) -> Bool {
        if Self.isRead(part, scope) { return true }
        guard case .name(let name) = part.node else { return false }
        return carriers.contains(name)
    }

    var places: [(message: String, place: SourcePlace)] {
        var found: [SourcePlace: String] = [:]
        for site in scope.calls {
            let message =
                Self.isSending(site.call)
                ? "the device's name goes out"
                : Self.describes(site.call)
                    ? "the device's name becomes part of what is kept of it" : nil
            guard let message else { continue }
            for part in site.call.arguments.flatMap({ $0.value.valueParts }) where isPart(part) {
                found[part.place] = found[part.place] ?? message
            }
        }
        let words = NameWords.words(of: scope.function.name)
        if words.contains("agent") {
            for part in scope.results.flatMap(\.parts) where isPart(part) {
                found[part.place] = "the device's name is part of the user agent"
            }
        }
        if words.contains("report") || words.contains("diagnostic") || words.contains("diagnostics")
        {
            for part in scope.expressions.flatMap(\.parts) {
                guard case .text = part.node else { continue }
                for piece in part.parts where isPart(piece) {
                    found[piece.place] = "the device's name is part of a report"
                }
            }
        }
        return found.sorted { $0.key < $1.key }.map { ($0.value, $0.key) }
    }

    /// Under a label or key that speaks of the device, and not shown or logged.
    private static func isSending(_ call: Syntax.Call) -> Bool {
        guard !LogFunction.watched.contains(call.name ?? "") else { return false }
        let texts = call.arguments.flatMap { argument in
            [argument.label ?? ""] + argument.value.parts.compactMap(\.literal)
        }
        return texts.contains { NameWords.words(of: $0).contains("device") }
    }

    /// `ControllerDevice(name: name)`: an object that describes the device to others.
    private static func describes(_ call: Syntax.Call) -> Bool {
        guard let name = call.name, name.first?.isUppercase ?? false else { return false }
        return call["name"] != nil && NameWords.words(of: name).contains("device")
    }
}
