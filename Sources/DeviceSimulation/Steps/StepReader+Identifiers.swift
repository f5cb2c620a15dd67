import ProtectionModel
import DeviceIdentifiers
import Documents

/// What is done with applications and identifiers.
extension StepReader {
    /// The operation with its arguments; nil for the name of another.
    func identifierOperation(
        _ name: StepName,
        _ reader: inout TextReader
    ) throws(DocumentFault) -> StepOperation? {
        switch name {
        case .install:
            let declarations = try declarations(&reader)
            return .install(try application(&reader), declarations)
        case .uninstall: return .uninstall(try reader.required("app", as: .application))
        case .vendorIdentifier: return try reading(of: .vendor, &reader)
        case .advertisingIdentifier: return try reading(of: .advertising, &reader)
        case .userIdentifier:
            let container = try reader.required("container", as: .string)
            return try reading(of: .user(container: container), &reader)
        case .tracking:
            return .track(
                try reader.required("app", as: .application),
                try reader.optional("answer", as: .trackingAnswer),
                isActive: try reader.optional("active", as: .bool) ?? true
            )
        default: return nil
        }
    }

    private func reading(
        of identifier: IdentifierKind,
        _ reader: inout TextReader
    ) throws(DocumentFault) -> StepOperation {
        .readIdentifier(
            identifier,
            try reader.required("app", as: .application),
            name: try reader.optional("as", as: .string)
        )
    }

    /// What the application declares of activities; nil for nothing.
    private func declarations(
        _ reader: inout TextReader
    ) throws(DocumentFault) -> StepDeclarations? {
        guard let types = try reader.optional("activity-types", as: .strings) else { return nil }
        let team = try reader.optional("team", as: .string) ?? StepDeclarations.team
        return StepDeclarations(team: team, types: Set(types))
    }

    private func application(_ reader: inout TextReader) throws(DocumentFault) -> NewApplication {
        let identifier = try reader.required("app", as: .application)
        let vendor = try reader.optional("vendor", as: .string)
        let team = try reader.optional("team", as: .string)
        let distribution = try reader.optional("distribution", as: .distribution)
        let usage = try reader.optional("tracking-usage", as: .string)
        do {
            return try NewApplication(
                identifier,
                vendor: vendor,
                team: team,
                distribution: distribution ?? .store,
                trackingUsage: usage
            )
        } catch {
            throw DocumentFault(error.description, at: reader.location)
        }
    }

    /// Refuses a comparison with what no earlier step has kept.
    func checkComparisons(_ expectation: DocumentNode) throws(DocumentFault) {
        let reader = try TextReader(expectation)
        for entry in reader.entries
        where entry.key == FactKey.sameAs.rawValue || entry.key == FactKey.differsFrom.rawValue {
            let name = try entry.value.text()
            guard kept.contains(name) else {
                throw DocumentFault(
                    "no earlier step keeps an identifier as \(FactValue.text(name))",
                    at: entry.value.location
                )
            }
        }
    }
}

extension DocumentNode {
    /// The bundle identifier of an application.
    fileprivate func application() throws(DocumentFault) -> BundleIdentifier {
        let text = try text()
        do { return try BundleIdentifier(text) } catch {
            throw DocumentFault(error.description, at: location)
        }
    }

    /// Whether a switch is `on`; else it is `off`.
    func isOn() throws(DocumentFault) -> Bool {
        switch try text() {
        case "on": return true
        case "off": return false
        default: throw expected("on or off")
        }
    }
}

extension TextKind where Value == BundleIdentifier {
    static var application: Self {
        Self { node throws(DocumentFault) in try node.application() }
    }
}

extension TextKind where Value == TrackingAnswer {
    fileprivate static var trackingAnswer: Self {
        Self { node throws(DocumentFault) in try node.word("authorized or denied") }
    }
}

extension TextKind where Value == Distribution {
    fileprivate static var distribution: Self {
        Self { node throws(DocumentFault) in try node.word("store, testflight or development") }
    }
}
