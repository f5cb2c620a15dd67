/// How much text may be made of the settings of one configuration, in bytes.
///
/// Settings that refer to settings can double with each of them.
final class SettingsBudget {
    private var remaining = 4 << 20
    /// Whether a text was left as it is written because it would have become too long.
    private(set) var isExceeded = false
    private let inputs: ProjectInputs
    private let project: String

    /// The budget of a configuration of `project`, which pays for all of them.
    init(_ inputs: ProjectInputs, project: String) {
        self.inputs = inputs
        self.project = project
    }

    /// Whether `bytes` more of text may be made.
    func makes(_ bytes: Int) -> Bool {
        guard remaining >= bytes else {
            remaining = 0
            isExceeded = true
            return false
        }
        remaining -= bytes
        return keeps(bytes)
    }

    /// Notes a text that would have become too long by itself.
    func refuse(_ bytes: Int) {
        isExceeded = true
        _ = makes(min(bytes, remaining))
    }

    /// Whether `bytes` more may be kept of what is not made here.
    func keeps(_ bytes: Int) -> Bool { inputs.spend(bytes, for: project) }
}
