public import ProtectionModel

/// An app's container as a device sees it: the app's records in the cloud, of the user who is
/// signed in there.
///
/// It only asks: nothing is kept on the device, and nothing is tried again.
public struct RecordContainer: Sendable {
    /// The container and where it is used.
    public private(set) var key: ContainerKey
    let service: RecordService
    private(set) var account: CloudAccount
    /// What goes wrong with its calls, on purpose.
    public let faults: CloudFaults
    /// What the push service knows the app on this device by; nil for one without pushes.
    public let deviceToken: [UInt8]?

    /// Opens a container.
    ///
    /// - Parameters:
    ///   - key: the container.
    ///   - service: the cloud.
    ///   - account: who is signed in on the device.
    ///   - faults: what goes wrong between device and cloud.
    ///   - deviceToken: what the push service knows the app on this device by: it is in every
    ///     request, so that the device is not told of its own changes.
    /// - Throws: ``ProtectionError`` with `invalid-argument` for a name that is none.
    public init(
        _ key: ContainerKey,
        service: RecordService,
        account: CloudAccount,
        faults: CloudFaults? = nil,
        deviceToken: [UInt8]? = nil
    ) throws(ProtectionError) {
        try service.limits.check(name: key.identifier, of: "container")
        self.key = key
        self.service = service
        self.account = account
        self.faults = faults ?? CloudFaults(clock: service.clock)
        self.deviceToken = deviceToken
    }

    /// The container as one person sees it, whoever signs in meanwhile.
    func pinned(to person: CloudPerson) -> RecordContainer {
        var container = self
        container.account = CloudAccount(person)
        return container
    }

    /// Another container of the same cloud, for the same app on the same device.
    package func named(_ identifier: String) throws(ProtectionError) -> RecordContainer {
        try service.limits.check(name: identifier, of: "container")
        var other = self
        other.key = ContainerKey(identifier, key.environment)
        return other
    }

    /// One of the container's databases.
    public func database(_ scope: DatabaseScope) -> RecordDatabase {
        RecordDatabase(container: self, scope: scope)
    }

    /// Whether the account can be used.
    public var accountStatus: AccountStatus { account.status }

    /// The record of the user who is signed in: the same in all apps of the container, and another
    /// in every other container.
    ///
    /// - Throws: ``ProtectionError`` with `not-authenticated`, `network-unavailable` and others of
    ///   the service.
    public func userID() throws(ProtectionError) -> RecordID {
        try call(.user) { _ in RecordID(try self.user(self.account.signedIn()).id) }
    }

    // MARK: Finding others

    /// Lets others find out the user's name, or no longer.
    ///
    /// - Throws: as ``userID()``.
    public func setDiscoverable(_ isDiscoverable: Bool) throws(ProtectionError) {
        try call(.user) { _ in
            let person = try self.account.signedIn()
            try self.service.change(person.account, in: self.key) { user in
                user.name = isDiscoverable ? person.name : nil
                user.addresses =
                    isDiscoverable ? person.addresses.map { TextFolding.withoutCase($0) } : []
            }
        }
    }

    /// Who a user is, if the user let others find out; nil also for one who is unknown.
    ///
    /// - Throws: as ``userID()``.
    public func discoverUser(_ id: RecordID) throws(ProtectionError) -> DiscoveredUser? {
        try discover(.id(id.name))
    }

    /// Who has an address, if the user let others find out; nil also for one who is unknown.
    ///
    /// - Throws: as ``userID()``.
    public func discoverUser(address: String) throws(ProtectionError) -> DiscoveredUser? {
        try discover(.address(TextFolding.withoutCase(address)))
    }

    private func discover(_ word: UserWord) throws(ProtectionError) -> DiscoveredUser? {
        try call(.user) { _ in
            _ = try self.account.signedIn()
            return try self.service.discover(word, in: self.key)
        }
    }

    /// Those of the user's contacts who let others find out; the app never sees the contacts.
    ///
    /// - Throws: as ``userID()``.
    public func discoverContacts() throws(ProtectionError) -> [DiscoveredUser] {
        try call(.user) { _ in
            let person = try self.account.signedIn()
            var found: Set<String> = [try self.user(person).id]
            return try person.contacts.compactMap { address in
                let word = UserWord.address(TextFolding.withoutCase(address))
                let user = try self.service.discover(word, in: self.key)
                return user.flatMap { found.insert($0.id.name).inserted ? $0 : nil }
            }
        }
    }

    // MARK: Pushes

    /// Lets the user's subscriptions tell this device; those of whoever was signed in here before
    /// no longer do.
    ///
    /// - Throws: as ``userID()``; ``ProtectionError`` with `invalid-argument` without a token of 1
    ///   to 256 bytes.
    public func registerForPushes() throws(ProtectionError) {
        try call(.registerDevice) { _ in
            let user = try self.user(self.account.signedIn())
            let request = RecordRequest(container: self.key, database: .public, user: user)
            try self.service.register(device: self.deviceToken ?? [], request)
        }
    }

    /// Lets nothing tell this device any more.
    ///
    /// - Throws: as ``userID()``, except that nobody has to be signed in.
    public func unregisterForPushes() throws(ProtectionError) {
        try call(.registerDevice) { _ in
            guard let token = self.deviceToken else { return }
            try self.service.remove(device: token, in: self.key)
        }
    }

    /// Sets the number that the next push with a badge counts from.
    ///
    /// - Throws: as ``unregisterForPushes()``.
    public func setBadge(_ badge: Int) throws(ProtectionError) {
        try call(.registerDevice) { _ in
            guard let token = self.deviceToken else { return }
            try self.service.set(badge: Int64(max(0, badge)), of: token, in: self.key)
        }
    }

    // MARK: Calls

    func user(_ person: CloudPerson) throws -> StoredUser {
        try service.user(of: person.account, in: key)
    }

    /// Calls the service, unless a fault was planned.
    func call<Result>(
        _ call: CloudCall,
        _ body: (CloudFaults.Fault?) throws -> Result
    ) throws(ProtectionError) -> Result {
        try self.call(CloudRequest(call), body)
    }

    func call<Result>(
        _ request: CloudRequest,
        _ body: (CloudFaults.Fault?) throws -> Result
    ) throws(ProtectionError) -> Result {
        let hit = faults.next(request)
        if let hit, hit.moment == .beforeCommit { try happen(hit) }
        let result = try answer { try body(hit?.fault) }
        if let hit, hit.moment == .afterCommit { try happen(hit) }
        return result
    }

    private func happen(_ hit: CloudFaults.Hit) throws(ProtectionError) {
        switch hit.fault {
        case .refused(let code):
            throw ProtectionError(
                code,
                "the call failed as planned: \(code)",
                cause: hit.delay.map { RetryDelay($0) }
                    ?? (hit.moment == .afterCommit ? LostAnswer() : nil)
            )
        case .partlyDone: break
        case .dataRemoved:
            guard let person = account.person else { return }
            try service.removeData(of: person.account, in: key)
        case .keysReset:
            guard let person = account.person else { return }
            try service.resetKeys(of: person.account, in: key)
        }
    }
}
