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
            `UIDevice.name` goes into a request, a message or an event. Apps that only run where the \
            system gives them a generic name are not reported: from iOS 16 on, without the \
            entitlement, and not on a Mac.
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
        context.code.scopes.flatMap { scope in
            scope.calls.flatMap { site -> [Observation] in
                guard isSending(site.call), !isGeneric(in: scope.file.path, context) else {
                    return []
                }
                return site.call.arguments.flatMap { $0.value.parts }.filter(isDeviceName).map {
                    Observation(
                        "the device's name goes out",
                        confidence: .low,
                        path: scope.file.path,
                        span: SourceSpan($0.place)
                    )
                }
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

    private static func isDeviceName(_ part: Syntax.Expression) -> Bool {
        let chain = part.chain
        guard chain.last == "name", chain.count >= 3, chain.first == "UIDevice" else {
            return false
        }
        return ["current", "currentDevice"].contains(chain[chain.count - 2])
    }

    /// Under a label or key that speaks of the device, and not shown or logged.
    private static func isSending(_ call: Syntax.Call) -> Bool {
        let name = call.name ?? ""
        guard !LogFunction.watched.contains(name) else { return false }
        let texts = call.arguments.flatMap { argument in
            [argument.label ?? ""] + argument.value.parts.compactMap(\.literal)
        }
        return texts.contains { NameWords.words(of: $0).contains("device") }
    }
}
