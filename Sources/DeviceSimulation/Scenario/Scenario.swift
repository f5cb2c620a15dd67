import Documents

/// A story about one device: what is done to it, and what the outcome must be.
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

extension Scenario {
    /// Reads a scenario from the tree of its text.
    ///
    /// - Throws: `DocumentFault` at the first thing that is unknown, missing or of the wrong type.
    init(_ node: DocumentNode, file: String) throws(DocumentFault) {
        var reader = try TextReader(node)
        let name = try reader.required("scenario", as: .string)
        let device = try reader.optional("device", as: .node)
        let nodes = try reader.required("steps", as: .list)
        try reader.finish()
        var steps: [ScenarioStep] = []
        var stepReader = StepReader()
        let readDevice = if let device { try ScenarioDevice(device) } else { ScenarioDevice() }
        for node in nodes {
            steps.append(try stepReader.step(node))
        }
        self.init(file: file, name: name, device: readDevice, steps: steps)
    }
}
