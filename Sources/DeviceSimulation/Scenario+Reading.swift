import Documents

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
