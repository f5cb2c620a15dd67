import DeviceIdentifiers
import Documents
import Handoff
import Preferences
import ProtectionModel
import SimulatedNetwork

/// What several devices do with each other.
extension StepReader {
    /// The operation with its arguments; nil for the name of another.
    func circleOperation(
        _ name: StepName,
        _ reader: inout TextReader
    ) throws(DocumentFault) -> StepOperation? {
        let step: CircleStep
        switch name {
        case .pair: step = .pair(with: try device("with", &reader))
        case .unpair: step = .unpair(try device("device", &reader))
        case .meet: step = .meet(with: try device("with", &reader))
        case .replay: step = .replay(try reader.required("message", as: .ordinal))
        case .activity: step = .begin(try activity(&reader))
        case .updateActivity: step = .change(try changes(&reader))
        case .resign: step = .resign
        case .offers: step = .lookAtOffers
        case .continueActivity:
            let device = try device("offer", &reader)
            step = .continue(device: device, try reader.optional("app", as: .application))
        case .stream:
            let content = try reader.optional("write", as: .string)
            step = .stream(
                write: content.map { .bytes(Array($0.utf8)) },
                read: try reader.optional("read", as: .bool) ?? false
            )
        default: return nil
        }
        guard !devices.isEmpty else {
            throw DocumentFault(
                "'\(name.rawValue)' is a step of scenarios with 'devices'",
                at: reader.location
            )
        }
        return .handOff(step)
    }

    /// The network: `off`, or what it does to so many messages.
    func network(_ node: DocumentNode) throws(DocumentFault) -> StepOperation {
        guard !devices.isEmpty else {
            throw DocumentFault(
                "'network' is a step of scenarios with 'devices'",
                at: node.location
            )
        }
        var conditions = NetworkConditions()
        guard case .mapping = node.content else {
            conditions.isOff = !(try node.isOn())
            return .handOff(.network(conditions))
        }
        var reader = try TextReader(node)
        conditions.loss = try reader.optional("loss", as: .share) ?? 0
        conditions.duplication = try reader.optional("duplicate", as: .share) ?? 0
        conditions.reordering = try reader.optional("reorder", as: .share) ?? 0
        conditions.flipping = try reader.optional("flip", as: .share) ?? 0
        conditions.delay = try reader.optional("delay", as: .duration) ?? .zero
        try reader.finish()
        return .handOff(.network(conditions))
    }

    /// The name of one of the devices.
    func device(_ key: String, _ reader: inout TextReader) throws(DocumentFault) -> String {
        let name = try reader.required(key, as: .string)
        guard devices.isEmpty || devices.contains(name) else {
            throw DocumentFault(
                "no device of the scenario is called \(FactValue.text(name)): there are "
                    + devices.joined(separator: ", "),
                at: reader.location(of: key)
            )
        }
        return name
    }

    private func activity(_ reader: inout TextReader) throws(DocumentFault) -> StepActivity {
        StepActivity(
            application: try reader.required("app", as: .application),
            type: try reader.required("type", as: .string),
            changes: try changes(&reader),
            stream: try reader.optional("stream", as: .string).map { .bytes(Array($0.utf8)) }
        )
    }

    private func changes(
        _ reader: inout TextReader
    ) throws(DocumentFault) -> StepActivity.Changes {
        StepActivity.Changes(
            title: try reader.optional("title", as: .string),
            userInfo: try reader.optional("user-info", as: .userInfo),
            page: try reader.optional("page", as: .string),
            expires: try reader.optional("expires", as: .duration),
            isEligible: try reader.optional("eligible", as: .bool)
        )
    }
}

extension TextKind where Value == Int {
    /// A number that counts from 1.
    fileprivate static var ordinal: Self {
        Self { node throws(DocumentFault) in
            guard let number = Int(exactly: try node.integer()), number > 0 else {
                throw node.expected("a number from 1 on")
            }
            return number
        }
    }
}

extension TextKind where Value == Double {
    /// A part of all, from 0 to 1.
    fileprivate static var share: Self {
        Self { node throws(DocumentFault) in
            let share = try node.number()
            guard (0...1).contains(share) else { throw node.expected("a number from 0 to 1") }
            return share
        }
    }
}

extension TextKind where Value == [String: ActivityValue] {
    /// User info, with the types that YAML gives it.
    static var userInfo: Self {
        Self { node throws(DocumentFault) in
            guard case .mapping = node.content,
                case .dictionary(let values) = try node.preference()
            else { throw node.expected("a mapping") }
            return values.mapValues(ActivityValue.init)
        }
    }
}

extension ActivityValue {
    fileprivate init(_ value: PreferenceValue) {
        switch value {
        case .boolean(let flag): self = .boolean(flag)
        case .integer(let number): self = .integer(Int64(clamping: number))
        case .real(let number): self = .real(number)
        case .string(let text): self = .text(text)
        case .date(let date): self = .date(date)
        case .data(let bytes): self = .data(bytes)
        case .array(let values): self = .array(values.map(ActivityValue.init))
        case .dictionary(let values): self = .dictionary(values.mapValues(ActivityValue.init))
        }
    }
}
