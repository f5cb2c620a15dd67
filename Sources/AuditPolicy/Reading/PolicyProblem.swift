package import Documents

/// Something wrong in the text of a policy.
package struct PolicyProblem: Sendable, Hashable, CustomStringConvertible {
    /// The policy's path, or the name of a shipped one.
    package let file: String
    /// Where in the text.
    package let location: DocumentPlace
    /// The facts in lower case, without a full stop.
    package let message: String

    /// `file:line:column: message`.
    package var description: String { "\(file):\(location): \(message)" }
}

/// Policies that cannot be used, with everything that is wrong in them.
package struct PolicyError: Error, Sendable, Hashable {
    /// What is wrong, in the order of the text; the first fifty of each text.
    package let problems: [PolicyProblem]
}

/// What is wrong in one text, as it is found.
final class ProblemLog {
    /// A hostile text must not fill the memory or the screen.
    static let limit = 50

    let file: String
    /// Whether overlays that are sound by themselves are tried together.
    let isOfSeveral: Bool
    private(set) var problems: [PolicyProblem] = []

    /// A log of the text called `file`; `isOfSeveral` when overlays of it are tried together.
    init(file: String, isOfSeveral: Bool = false) {
        self.file = file
        self.isOfSeveral = isOfSeveral
    }

    func note(_ error: DocumentFault) {
        guard problems.count < Self.limit else { return }
        problems.append(
            PolicyProblem(file: file, location: error.location, message: error.message)
        )
    }

    /// Notes that the `kind` called `name` is to be taken out and not there.
    ///
    /// It is no fault of texts that are tried together: both then want the same.
    func note(
        missing kind: String,
        _ name: String,
        among names: [String],
        at location: DocumentPlace
    ) {
        guard !isOfSeveral else { return }
        let fault = DocumentFault(
            "cannot remove the \(kind) '\(name)': it is not defined",
            at: location
        )
        note(fault.suggesting(name, among: names.filter { $0 != name }))
    }

    /// What `body` returns; `nil` when it failed, which is noted, and when enough has failed.
    @discardableResult
    func attempt<Value>(_ body: () throws(DocumentFault) -> Value) -> Value? {
        guard problems.count < Self.limit else { return nil }
        do { return try body() } catch {
            note(error)
            return nil
        }
    }
}
