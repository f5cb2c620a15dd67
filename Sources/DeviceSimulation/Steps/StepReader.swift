import DeviceIdentifiers
import Documents
import ProtectionModel

/// Reads the steps of one scenario, in order.
struct StepReader {
    /// The devices by their names; none where there is one without.
    let devices: [String]
    /// The names that the steps so far gave to handles.
    var handles: Set<String> = []
    /// The names under which the steps so far kept identifiers.
    var kept: Set<String> = []
    /// The applications that the steps so far registered for sealed pushes.
    var registered: Set<BundleIdentifier> = []

    /// Reads the next step: a mapping with one operation, and `expect` or not.
    ///
    /// - Throws: `DocumentFault` at the first thing that is unknown, missing or of the wrong type.
    mutating func step(_ node: DocumentNode) throws(DocumentFault) -> ScenarioStep {
        var reader = try TextReader(node)
        let expectation = try reader.optional("expect", as: .node)
        let device = try device(&reader)
        let (name, location, argument) = try operation(&reader)
        var expected = if let expectation { try StepFacts(expectation) } else { StepFacts() }
        if let expectation { try checkComparisons(expectation) }
        if name == .expectEvents { expected[.events] = try events(argument) }
        let operation = try operation(name, argument)
        // A step that must fail keeps nothing.
        if case .readIdentifier(_, _, let name?) = operation, expected[.error] == nil {
            kept.insert(name)
        }
        if case .notify(.register(let application, _, _)) = operation, expected[.error] == nil {
            registered.insert(application)
        }
        return ScenarioStep(
            operation,
            on: device,
            name: name.rawValue,
            expected: expected,
            location: location
        )
    }

    /// The device that a step is about: the first unless it says another.
    private func device(_ reader: inout TextReader) throws(DocumentFault) -> String? {
        guard reader.entries.contains(where: { $0.key == "on" }) else { return devices.first }
        guard !devices.isEmpty else {
            throw DocumentFault(
                "'on' names one of several 'devices'",
                at: reader.location(of: "on")
            )
        }
        return try device("on", &reader)
    }

    private func operation(
        _ reader: inout TextReader
    ) throws(DocumentFault) -> (StepName, DocumentPlace, DocumentNode) {
        let entries = reader.entries.filter { $0.key != "expect" && $0.key != "on" }
        for name in StepName.allCases { _ = try reader.optional(name.rawValue, as: .node) }
        try reader.finish()
        guard let entry = entries.first, let name = StepName(rawValue: entry.key) else {
            throw DocumentFault("the step says nothing to do", at: reader.location)
        }
        guard entries.count == 1 else {
            throw DocumentFault(
                "a step does one thing: '\(entry.key)' and '\(entries[1].key)' are two",
                at: entries[1].keyLocation
            )
        }
        return (name, entry.keyLocation, entry.value)
    }

    private mutating func operation(
        _ name: StepName,
        _ argument: DocumentNode
    ) throws(DocumentFault) -> StepOperation {
        switch name {
        case .advance: return .advance(try argument.duration())
        case .advanceTo:
            return .advanceTo(
                try argument.word("auto-lock, user-inactive or inactivity-reboot")
            )
        case .expectEvents: return .expectEvents
        case .network: return try network(argument)
        case .trackingRequests: return .allowTrackingRequests(try argument.isOn())
        default:
            var reader = try TextReader(argument)
            var operation = try deviceOperation(name, &reader)
            if operation == nil { operation = try contentOperation(name, &reader) }
            if operation == nil { operation = try handleOperation(name, &reader) }
            if operation == nil { operation = try nameOperation(name, &reader) }
            if operation == nil { operation = try settingOperation(name, &reader) }
            if operation == nil { operation = try identifierOperation(name, &reader) }
            if operation == nil { operation = try keychainOperation(name, &reader) }
            if operation == nil { operation = try notificationOperation(name, &reader) }
            if operation == nil { operation = try circleOperation(name, &reader) }
            try reader.finish()
            guard let operation else {
                throw DocumentFault(
                    "the step '\(name.rawValue)' is not known",
                    at: argument.location
                )
            }
            return operation
        }
    }

    private func events(_ node: DocumentNode) throws(DocumentFault) -> FactValue {
        var names: [String] = []
        for node in try node.list() {
            let kind = try node.word("an event such as first-unlock", as: DeviceEvent.Kind.self)
            names.append(kind.rawValue)
        }
        return .list(names)
    }
}

/// What is done to the device itself.
extension StepReader {
    private func deviceOperation(
        _ name: StepName,
        _ reader: inout TextReader
    ) throws(DocumentFault) -> StepOperation? {
        switch name {
        case .boot: return .boot
        case .unlock: return .unlock(try reader.optional("passcode", as: .string))
        case .lock: return .lock
        case .reboot: return .reboot
        case .shutdown: return .shutDown
        case .crash: return .crash
        case .passcode:
            let old = try reader.optional("old", as: .string)
            let new = try reader.optional("new", as: .string)
            guard old != nil || new != nil else {
                throw DocumentFault("missing key 'old' or 'new'", at: reader.location)
            }
            return .passcode(old: old, new: new)
        default: return nil
        }
    }
}
