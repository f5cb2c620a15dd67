import DeviceIdentifiers
import Handoff
import ProtectionModel
import SimulatedNetwork

/// What a step about several devices of one user does, with its arguments; devices go by their names in the scenario.
enum CircleStep: Sendable {
    /// Adds a device to the circle of this one.
    case pair(with: String)
    /// Removes a device from it.
    case unpair(String)
    /// Has a session with a device, in which each hears what the other knows.
    case meet(with: String)
    /// Makes the network good or bad.
    case network(NetworkConditions)
    /// Lets an advertisement that this device has sent arrive once more: the first, second, …
    case replay(Int)
    /// An app has a new activity, which becomes current.
    case begin(StepActivity)
    /// The current activity changes.
    case change(StepActivity.Changes)
    /// The current activity is no longer what the user does.
    case resign
    /// Looks at what other devices offer.
    case lookAtOffers
    /// Goes on with what a device offers, in an app or in whatever is to have it.
    case `continue`(device: String, BundleIdentifier?)
    /// Says something to the app that an activity came from, and reads what that has to say.
    case stream(write: StepContent?, read: Bool)
}

/// An activity of a scenario.
struct StepActivity: Sendable {
    /// What a step says of it.
    struct Changes: Sendable {
        var title: String?
        var userInfo: [String: ActivityValue]?
        var page: String?
        /// From then on it is not offered.
        var expires: Duration?
        var isEligible: Bool?
    }

    let application: BundleIdentifier
    let type: String
    let changes: Changes
    /// What the app says to whoever opens streams; nil where it supports none.
    let stream: StepContent?
}

/// What an app declares that goes on with activities.
struct StepDeclarations: Sendable {
    /// Of apps that name none.
    static let team = "EXAMPLE"

    let team: String
    let types: Set<String>
}
