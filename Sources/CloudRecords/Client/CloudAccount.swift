import ProtectionModel
import Synchronization

/// Whether the user's account can be used on a device.
public enum AccountStatus: String, Sendable, Hashable, CaseIterable {
    /// Somebody is signed in.
    case available
    /// Nobody is signed in.
    case none
    /// A configuration profile, or a parent, does not allow it.
    case restricted
    /// Somebody is signed in, and has to give the password again.
    case unavailable
}

/// Who is signed in on a device: all apps there use the cloud as this person.
public final class CloudAccount: Sendable {
    private let state: Mutex<(person: CloudPerson?, status: AccountStatus)>

    /// A device on which a person is signed in, or nobody.
    public init(_ person: CloudPerson?) {
        state = Mutex((person, person == nil ? .none : .available))
    }

    /// Whether the account can be used.
    public var status: AccountStatus {
        get { state.withLock { $0.person == nil ? .none : $0.status } }
        set { state.withLock { $0.status = newValue } }
    }

    /// Signs in another person, or nobody.
    public func signIn(_ person: CloudPerson?) {
        state.withLock { $0 = (person, person == nil ? .none : .available) }
    }

    /// Who is signed in, if the account can be used.
    var person: CloudPerson? {
        state.withLock { $0.status == .available ? $0.person : nil }
    }

    /// Who is signed in.
    ///
    /// - Throws: ``ProtectionError`` with `not-authenticated` and the reason.
    func signedIn() throws(ProtectionError) -> CloudPerson {
        if let person { return person }
        let reason =
            switch status {
            case .none, .available: "nobody is signed in to the cloud"
            case .restricted: "the account may not be used on this device"
            case .unavailable:
                "the account is temporarily unavailable: the user has to sign in again"
            }
        throw ProtectionError(.notAuthenticated, reason)
    }
}

/// A user of the cloud, as the user's own devices know it.
public struct CloudPerson: Sendable, Hashable {
    /// What the account is to the service; apps never see it.
    public let account: String
    /// What others may find out.
    public let name: PersonName
    /// Mail addresses and telephone numbers by which others may find the user.
    public let addresses: [String]
    /// The addresses in the user's address book, which apps never see.
    public let contacts: [String]

    /// Describes a user.
    public init(
        account: String,
        name: PersonName,
        addresses: [String] = [],
        contacts: [String] = []
    ) {
        self.account = account
        self.name = name
        self.addresses = addresses
        self.contacts = contacts
    }
}
