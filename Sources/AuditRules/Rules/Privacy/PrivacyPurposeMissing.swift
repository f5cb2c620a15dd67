import AuditFacts

/// `privacy.purpose-missing`: a protected resource without words for the user.
enum PrivacyPurposeMissing: Rule {
    static let description = RuleDescription(
        "privacy.purpose-missing",
        "The Info.plist does not say what for",
        severity: .high,
        isProven: false,
        summary: """
            A source of an app asks for the camera, microphone, photos, places, contacts, calendars, \
            health, motion, Bluetooth, Face ID, the local network or another protected resource, and \
            no release of the app has a text under the key that says why: neither in its Info.plist \
            nor as an `INFOPLIST_KEY_…` setting.
            """,
        rationale: """
            The system ends the app or refuses the request, and the App Store refuses the upload. \
            People cannot agree to what nobody explains.
            """,
        remedy: "Add the key with a sentence that says what the app does with it.",
        references: RuleReferences(
            controls: ["PRIVACY-1"],
            tests: ["0360"],
            weaknesses: ["0066"]
        ),
        examples: [
            example(
                "the camera",
                "func a() { AVCaptureDevice.requestAccess(for: .video) { _ in } }",
                isBad: true
            ),
            example(
                "Bluetooth with another key",
                "let manager = CBCentralManager(delegate: nil, queue: nil)",
                "NSCameraUsageDescription",
                isBad: true
            ),
            RuleExample(
                "an empty text",
                files: [
                    "project.yml": PrivacyExample.project,
                    "App/Info.plist": PrivacyExample.plist(
                        "<key>NSCameraUsageDescription</key><string> </string>"
                    ),
                    "App/A.swift":
                        "func a() { AVCaptureDevice.requestAccess(for: .video) { _ in } }",
                ],
                findings: ["App/Info.plist:1"]
            ),
            example(
                "Face ID in Objective-C",
                """
                void a(LAContext *c) {
                    [c evaluatePolicy:LAPolicyDeviceOwnerAuthenticationWithBiometrics localizedReason:@"a" reply:nil];
                }
                """,
                isObjectiveC: true,
                isBad: true
            ),
            example(
                "places",
                "func a(_ m: CLLocationManager) { m.requestWhenInUseAuthorization() }",
                isBad: true
            ),
            example(
                "with a purpose",
                "func a() { AVCaptureDevice.requestAccess(for: .video) { _ in } }",
                "NSCameraUsageDescription"
            ),
            RuleExample(
                "the purpose stands in a build setting",
                files: [
                    "project.yml": PrivacyExample.project.replacing(
                        "INFOPLIST_FILE: App/Info.plist",
                        with: "INFOPLIST_FILE: App/Info.plist, "
                            + "INFOPLIST_KEY_NSCameraUsageDescription: Scan codes"
                    ),
                    "App/Info.plist": PrivacyExample.plist(""),
                    "App/A.swift":
                        "func a() { AVCaptureDevice.requestAccess(for: .video) { _ in } }",
                ]
            ),
            example(
                "own functions of that name",
                """
                final class Places {
                    func requestWhenInUseAuthorization() {}
                    func requestAccess(for kind: Kind) {}
                }
                func a(_ p: Places) {
                    p.requestWhenInUseAuthorization()
                    p.requestAccess(for: .video)
                }
                """
            ),
            example(
                "notifications need none",
                """
                func a() {
                    UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { _, _ in }
                }
                """
            ),
            example(
                "the passcode is no face",
                """
                func a(_ c: LAContext) {
                    c.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "a") { _, _ in }
                }
                """
            ),
            example("a mention is no request", "let a = CBCentralManager.self"),
        ]
    )

    private static func example(
        _ title: String,
        _ source: String,
        _ key: String? = nil,
        isObjectiveC: Bool = false,
        isBad: Bool = false
    ) -> RuleExample {
        let body = key.map { "<key>\($0)</key><string>To scan codes</string>" } ?? ""
        return RuleExample(
            title,
            files: [
                "project.yml": PrivacyExample.project,
                "App/Info.plist": PrivacyExample.plist(body),
                "App/Example." + (isObjectiveC ? "m" : "swift"): source,
            ],
            findings: isBad ? ["App/Info.plist:1"] : []
        )
    }

    static let watches = PurposeNeed.watched

    static func observations(in context: AuditContext) -> [Observation] {
        let needs = PurposeNeed.all.map { ($0.keys, $0.uses(in: context.code)) }
        return context.processes.filter { $0.kind == .app }.flatMap { target in
            let sources = Set(context.graph.closure(of: target).flatMap(\.sources))
            var seen: Set<[String]> = []
            return needs.compactMap { keys, uses -> Observation? in
                guard let use = uses.first(where: { sources.contains($0.path) }),
                    seen.insert(keys).inserted
                else { return nil }
                return lacking(target, keys).map { observation(target, $0, keys, use) }
            }
        }
    }

    /// The first release where none has any of `keys`, and all are known: what only one flavour of
    /// an app is asked for may be compiled for that one alone.
    private static func lacking(_ target: Target, _ keys: [String]) -> BuildConfiguration? {
        let lacks = target.releases.allSatisfy { configuration in
            configuration.info.map { info in !keys.contains(where: info.hasText(under:)) } ?? false
        }
        return lacks ? target.releases.first : nil
    }

    private static func observation(
        _ target: Target,
        _ configuration: BuildConfiguration,
        _ keys: [String],
        _ use: CallInScope
    ) -> Observation {
        let name = use.call.name ?? ""
        let path = configuration.infoPath
        return Observation(
            "'\(target.name)' has no text under \(keys.joined(separator: " or ")), "
                + "which \(name) needs",
            path: path ?? target.project,
            span: SourceSpan(path == nil ? target.place : .start),
            related: [
                RelatedPlace(
                    "\(name) is called here",
                    path: use.path,
                    line: Int(use.span.start.line)
                )
            ]
        )
    }
}
