/// Where a value of the defaults store comes from, in the order they are searched.
///
/// The order is Apple's: forced values come even before the command line (`NSUserDefaults.h`), and
/// suites stand between the application's own values and the global ones.
public enum PreferenceDomain: Sendable, Hashable {
    /// Forced by a configuration profile.
    case managed
    /// `-key value` pairs of the command line; not stored.
    case argument
    /// The application's own.
    case application
    /// A suite the application has added.
    case suite(String)
    /// Those of all applications.
    case global
    /// Defaults that the application registers at each start; not stored.
    case registration

    /// The word for its sort: `managed`, `argument`, `application`, `suite`, `global` or
    /// `registration`.
    public var name: String {
        switch self {
        case .managed: "managed"
        case .argument: "argument"
        case .application: "application"
        case .suite: "suite"
        case .global: "global"
        case .registration: "registration"
        }
    }
}
