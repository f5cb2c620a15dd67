/// The domains of the defaults store as scenarios name them, in the order they are searched.
enum SettingDomain: String, Sendable, CaseIterable {
    /// Forced, as by a configuration profile; can be set while the stored ones can.
    case managed
    /// The command line's; gone at the next start.
    case argument
    /// The application's own.
    case application
    /// A suite the application has added.
    case suite
    /// That of all applications.
    case global
    /// What the application registers; gone at the next start.
    case registration
}
