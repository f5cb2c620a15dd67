import DeviceSimulation
import Testing

/// Runs steps that stand in a test.
enum Story {
    /// The scenario of these steps, one a line, each without its dash.
    static func load(_ steps: [String], device: String = unlocked) throws -> Scenario {
        let lines = ["scenario: test", "device: \(device)", "steps:"] + steps.map { "  - \($0)" }
        let text = lines.joined(separator: "\n") + (steps.isEmpty ? " []" : "")
        return try #require(try ScenarioFile.load(text: text, file: "test.yml").first)
    }

    /// What comes of these steps.
    static func run(_ steps: [String], device: String = unlocked) throws -> [StepResult] {
        try ScenarioRunner().run(load(steps, device: device)).steps
    }

    static let unlocked = #"{ passcode: "2580", state: unlocked }"#
    static let locked = #"{ passcode: "2580", state: locked }"#
    static let beforeFirstUnlock = #"{ passcode: "2580" }"#
    static let off = #"{ passcode: "2580", state: "off" }"#
    static let withoutPasscode = "{}"

    /// Locks a device with the usual grace, and waits.
    static let lock = ["lock: {}", "advance: 10s"]
    static let unlock = #"unlock: { passcode: "2580" }"#

    /// Installs an app that may notify, with previews as given.
    static func mail(
        _ previews: String = "always",
        entitlements: String = "[]"
    ) -> [String] {
        [
            "install: { app: com.example.mail }",
            "authorize: { app: com.example.mail, answer: granted, entitlements: \(entitlements) }",
            "notification-settings: { app: com.example.mail, previews: \(previews) }",
        ]
    }
}
