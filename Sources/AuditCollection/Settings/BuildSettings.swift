import AuditFacts

/// The build settings of a target under one configuration, all levels merged.
struct BuildSettings {
    /// Settings by name with their variables replaced, as far as they are known.
    private(set) var values: [String: String] = [:]
    /// Where each was assigned last.
    private(set) var assignments: [String: BuildSetting] = [:]
    /// What their texts may become.
    let budget: SettingsBudget
    private var raw: [String: String] = [:]
    private let defaults: [String: String]
    /// Kept, because names in names would be replaced without end otherwise.
    private var resolvedDefaults: [String: String] = [:]
    /// Names whose value is being looked for, so that a circle ends.
    private var pending: Set<String> = []

    /// The settings of `levels`, each stronger than those before it, for a build with `facts`.
    ///
    /// `defaults` are what Xcode knows by itself: they are not among the values. With `names` only
    /// these have values, and those they refer to.
    init(
        levels: [[BuildSetting]],
        facts: [String: String],
        defaults: [String: String],
        names: [String]? = nil,
        budget: SettingsBudget
    ) {
        self.defaults = defaults
        self.budget = budget
        for level in levels {
            guard budget.keeps(ProjectAllowance.entry) else { break }
            // A setting with a condition that holds is stronger than one without.
            let applicable = level.filter { $0.holds(for: facts) }
            let plain = applicable.filter(\.conditions.isEmpty)
            for setting in plain + applicable.filter({ !$0.conditions.isEmpty }) {
                guard budget.keeps(setting.cost) else { break }
                assign(setting)
            }
        }
        for name in names ?? raw.keys.sorted() {
            _ = resolve(name)
        }
    }

    /// `text` with the settings' values in place of variables.
    func expand(_ text: String) -> String {
        VariableText.expand(text, budget) { values[$0] ?? defaults[$0] }
    }

    private mutating func assign(_ setting: BuildSetting) {
        let name = setting.name
        let inherited = raw[name]
        raw[name] =
            VariableText.expand(setting.value, budget) {
                $0 == "inherited" || $0 == name ? inherited ?? "" : nil
            }.trimmed
        assignments[name] = setting
    }

    private mutating func resolve(_ name: String) -> String? {
        if let value = values[name] { return value }
        guard let text = raw[name] else {
            guard let text = defaults[name] else { return nil }
            if let value = resolvedDefaults[name] { return value }
            let value = resolve(text, of: name)
            resolvedDefaults[name] = value
            return value
        }
        guard let value = resolve(text, of: name) else { return nil }
        values[name] = value
        return value
    }

    /// `nil` where `name` is being resolved already: its variable stays as it is written.
    private mutating func resolve(_ text: String, of name: String) -> String? {
        guard pending.count < 32, pending.insert(name).inserted else { return nil }
        defer { pending.remove(name) }
        return VariableText.expand(text, budget) { resolve($0) }
    }
}
