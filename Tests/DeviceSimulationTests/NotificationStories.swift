import DeviceSimulation
import Testing

/// Stories about notifications of one app.
protocol NotificationStories {}

extension NotificationStories {
    static var app: String { "app: com.example.mail" }

    /// Runs steps after those that make an app that may notify, and names what fell short.
    func tell(
        _ steps: [String],
        previews: String = "always",
        entitlements: String = "[]",
        device: String = Story.unlocked
    ) throws {
        let steps = Story.mail(previews, entitlements: entitlements) + steps
        for result in try Story.run(steps, device: device) {
            #expect(result.passed, "\(result.index) \(result.name): \(result.sentences)")
        }
    }

    static func push(_ what: String, _ expect: String = "outcome: delivered") -> String {
        "{ push: { \(app), \(what) }, expect: { \(expect) } }"
    }

    static func look(_ shown: String, at place: String = "lock-screen") -> String {
        let app = place == "app" ? ", \(app)" : ""
        return "{ look: { at: \(place)\(app) }, expect: { shown: [\(shown)] } }"
    }

    static func service(_ what: String) -> String { "service: { \(app), \(what) }" }

    static func schedule(_ what: String, _ expect: String = "{}") -> String {
        "{ schedule: { \(app), \(what) }, expect: \(expect) }"
    }
}
