import ProtectionModel
import Documents

/// What a text says of one execution context; what it does not say is inherited.
struct ContextFragment {
    let name: String
    private let location: DocumentPlace
    private let isAbsent: Bool
    private var about: String?
    private var states: Set<LockState>?
    private var extensionPoints: ListEdit?
    private var backgroundModes: ListEdit?

    /// Reads the context under the key of `entry`.
    init(_ entry: DocumentEntry, _ log: ProblemLog) {
        name = entry.key
        location = entry.keyLocation
        let (fields, isAbsent) = FieldReader.unlessAbsent(entry.value, log)
        self.isAbsent = isAbsent
        guard var reader = fields else { return }
        about = reader.optional("about", as: .string)
        states = reader.optional("states", as: .lockStates)
        extensionPoints = reader.edit("extension-points", of: .string)
        backgroundModes = reader.edit("background-modes", of: .string)
        reader.finish()
    }

    /// Changes the context of this name among `contexts`, takes it out or adds one.
    func apply(to contexts: inout [ExecutionContext], _ log: ProblemLog) {
        let place = contexts.firstIndex { $0.name == name }
        guard !isAbsent else {
            guard let place, !contexts[place].isAbsent else {
                let names = contexts.map(\.name)
                return log.note(missing: "context", name, among: names, at: location)
            }
            contexts[place].isAbsent = true
            return
        }
        if place == nil, states == nil {
            log.note(DocumentFault("the new context '\(name)' needs 'states'", at: location))
        }
        var context =
            place.map { contexts[$0] } ?? ExecutionContext(name: name, title: name, states: [])
        context.isAbsent = false
        if let about { context.title = about }
        if let states { context.states = states }
        extensionPoints?.apply(to: &context.extensionPoints, log)
        backgroundModes?.apply(to: &context.backgroundModes, log)
        if let place { contexts[place] = context } else { contexts.append(context) }
    }
}
