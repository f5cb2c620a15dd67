import FoundationEssentials
import ProtectionModel

extension ScenarioReport: Encodable {
    private enum CodingKeys: String, CodingKey {
        case version, scenarios
    }

    /// The report as one JSON document, with sorted keys and without a newline at its end.
    ///
    /// - Throws: `EncodingError`, which would be a defect of ours.
    package func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// Writes version and scenarios.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(1, forKey: .version)
        try container.encode(results, forKey: .scenarios)
    }
}

extension ScenarioResult: Encodable {
    private enum CodingKeys: String, CodingKey {
        case file, name, passed, steps
    }

    /// Writes the object of one scenario.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(file, forKey: .file)
        try container.encode(name, forKey: .name)
        try container.encode(passed, forKey: .passed)
        try container.encode(steps, forKey: .steps)
    }
}

extension StepResult: Encodable {
    private enum CodingKeys: String, CodingKey {
        case index, on, step, passed, got, expected, state, at
    }

    /// Writes the object of one step.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(index, forKey: .index)
        try container.encodeIfPresent(device, forKey: .on)
        try container.encode(name, forKey: .step)
        try container.encode(passed, forKey: .passed)
        try container.encode(got, forKey: .got)
        try container.encode(expected, forKey: .expected)
        try container.encode(state.rawValue, forKey: .state)
        try container.encode(seconds, forKey: .at)
    }
}
