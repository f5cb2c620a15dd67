import Documents

/// What is wrong in one text, as it is found.
final class ProblemLog {
    /// A hostile text must not fill the memory or the screen.
    static let limit = 50

    let file: String
    private(set) var problems: [PolicyProblem] = []

    init(file: String) {
        self.file = file
    }

    func note(_ error: DocumentFault) {
        guard problems.count < Self.limit else { return }
        problems.append(
            PolicyProblem(file: file, location: error.location, message: error.message)
        )
    }

    /// What `body` returns; `nil` when it failed, which is noted, and when enough has failed.
    @discardableResult
    func attempt<Value>(_ body: () throws(DocumentFault) -> Value) -> Value? {
        guard problems.count < Self.limit else { return nil }
        do throws(DocumentFault) { return try body() } catch {
            note(error)
            return nil
        }
    }
}
