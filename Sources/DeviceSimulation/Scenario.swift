/// A story about one device: what is done to it, and what must come of it.
package struct Scenario: Sendable {
    /// The file it was read from, for messages.
    package let file: String
    /// What it is about, in the author's words.
    package let name: String
    /// The device it starts with.
    package let device: ScenarioDevice
    /// What happens, in order; may be empty.
    package let steps: [ScenarioStep]

    /// A scenario with these parts.
    package init(file: String, name: String, device: ScenarioDevice, steps: [ScenarioStep]) {
        self.file = file
        self.name = name
        self.device = device
        self.steps = steps
    }
}
