import Documents

/// A story about one device: what is done to it, and what the outcome must be.
package struct Scenario: Sendable {
    /// The file it was read from, for messages.
    package let file: String
    /// What it is about, in the author's words.
    package let name: String
    /// The device it starts with; of several the first.
    package var device: ScenarioDevice { devices[0].device }
    /// The devices, with their names where there are several; at least one.
    package let devices: [(name: String?, device: ScenarioDevice)]
    /// What the network between several devices does follows from it.
    package let seed: UInt64
    /// What happens, in order; may be empty.
    package let steps: [ScenarioStep]

    /// A scenario with these parts.
    init(
        file: String,
        name: String,
        devices: [(name: String?, device: ScenarioDevice)],
        seed: UInt64,
        steps: [ScenarioStep]
    ) {
        self.file = file
        self.name = name
        self.devices = devices
        self.seed = seed
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
        let devices = try Self.devices(&reader)
        let seed = try reader.optional("seed", as: .seed)
        if seed != nil, devices.count == 1 {
            throw DocumentFault(
                "'seed' is for the network between several devices; one has its own",
                at: reader.location(of: "seed")
            )
        }
        let nodes = try reader.required("steps", as: .list)
        try reader.finish()
        var steps: [ScenarioStep] = []
        var stepReader = StepReader(devices: devices.compactMap(\.name))
        for node in nodes {
            steps.append(try stepReader.step(node))
        }
        self.init(file: file, name: name, devices: devices, seed: seed ?? 0, steps: steps)
    }

    /// No more than a circle has in a story that anybody reads.
    private static let deviceLimit = 8

    /// One device, or several by their names.
    private static func devices(
        _ reader: inout TextReader
    ) throws(DocumentFault) -> [(name: String?, device: ScenarioDevice)] {
        let device = try reader.optional("device", as: .node)
        guard let several = try reader.optional("devices", as: .node) else {
            guard let device else { return [(nil, ScenarioDevice())] }
            return [(nil, try ScenarioDevice(device))]
        }
        guard device == nil else {
            throw DocumentFault(
                "a scenario has 'device' or 'devices', not both",
                at: reader.location(of: "devices")
            )
        }
        guard case .mapping(let entries) = several.content,
            (2...deviceLimit).contains(entries.count)
        else { throw several.expected("2 to \(deviceLimit) devices by their names") }
        var devices: [(name: String?, device: ScenarioDevice)] = []
        for entry in entries {
            guard (1...64).contains(entry.key.utf8.count) else {
                throw DocumentFault("the name of a device has 1 to 64 bytes", at: entry.keyLocation)
            }
            devices.append((entry.key, try ScenarioDevice(entry.value)))
        }
        return devices
    }
}
