import ProtectionModel

/// Who belongs to a circle, as a set of statements has it: whatever the order in which they came.
///
/// A device's statements count as far as they are a chain: from the first on, each with the hash of the one
/// before, up to where two have one number. Of a removed device those count that lead to the one
/// that every removal of it quotes. Removals are weighed from the founder down, by how many additions a signer is away
/// from it, then by which addition came first: one that an earlier one has made void does not count, and so of two
/// devices that remove each other the elder stays. Whoever has an elder device with its passcode therefore answers its
/// removal; only a new circle shuts that one out.
public struct Membership: Sendable {
    /// No circle has more.
    package static let deviceLimit = 32
    /// No circle keeps more.
    package static let statementLimit = 4_096

    /// Why a statement does not count.
    public enum Fault: String, Sendable, Hashable, CaseIterable {
        /// It cannot be read.
        case malformed
        /// A newer program has made it.
        case newerVersion = "newer-version"
        /// It is about another circle.
        case otherCircle = "other-circle"
        /// It says that the circle was founded, and that is not how.
        case badFounding = "bad-founding"
        /// The device that it adds has not signed these keys.
        case badRecord = "bad-record"
        /// Nobody has added a device whose statement it could be.
        case unknownSigner = "unknown-signer"
        /// Its signature is not the signer's.
        case badSignature = "bad-signature"
        /// The signer has made two with this number.
        case forked
        /// It comes after two of one number.
        case afterFork = "after-fork"
        /// One before it is missing.
        case gap
        /// It names another statement as the one before.
        case brokenChain = "broken-chain"
        /// It comes after the last one that counts of a removed device, or from another past.
        case afterRemoval = "after-removal"
        /// Its signer was never a member.
        case notAMember = "not-a-member"
        /// There would be more than 32 devices.
        case tooManyDevices = "too-many-devices"
    }

    /// A statement that does not count; `findings` is what a check has to say of a circle.
    public struct Finding: Sendable, Hashable {
        /// Why not.
        public let fault: Fault
        /// Who says that it is its own; nil when it cannot be read.
        public let signer: TrustedDevice.ID?
        /// Its number; nil when it cannot be read.
        public let number: UInt32?
        /// Its bytes.
        package let statement: [UInt8]
    }

    /// The members, the founder first.
    public let devices: [TrustedDevice]
    /// Those that belong no longer.
    public let removed: Set<TrustedDevice.ID>
    /// What does not count, and why, by signer and number.
    public let findings: [Finding]
    /// The statements that can be read, of whatever worth.
    package let statements: Set<Statement>
    /// The last statement of a device that counts.
    package let last: [TrustedDevice.ID: Statement.Link]
    /// Those that were members before they were removed, by their keys of then.
    package let removedDevices: [TrustedDevice]
    /// Devices that somebody has spoken of, and that are no members now, for whatever reason.
    package let former: Set<TrustedDevice.ID>
    /// The last statement of a device up to which it has contradicted itself in nothing, whatever others say of it.
    let spoken: [TrustedDevice.ID: Statement.Link]
    /// The highest number that a device itself has signed, whether it counts or not.
    let highest: [TrustedDevice.ID: UInt32]
    /// By which statement a device is in the circle, or was.
    private let additions: [TrustedDevice.ID: Statement.Link]

    /// Weighs statements.
    ///
    /// - Complexity: two signatures a statement.
    package init(of circle: CircleID, _ statements: some Sequence<[UInt8]>) {
        var judge = StatementJudge(circle)
        for bytes in Set(statements) { judge.read(bytes) }
        self = judge.membership()
    }

    init(
        devices: [TrustedDevice],
        removedDevices: [TrustedDevice],
        removed: Set<TrustedDevice.ID>,
        former: Set<TrustedDevice.ID>,
        findings: [Finding],
        statements: Set<Statement>,
        last: [TrustedDevice.ID: Statement.Link],
        additions: [TrustedDevice.ID: Statement.Link],
        spoken: [TrustedDevice.ID: Statement.Link],
        highest: [TrustedDevice.ID: UInt32]
    ) {
        self.devices = devices
        self.removedDevices = removedDevices
        self.removed = removed
        self.findings = findings
        self.statements = statements
        self.last = last
        self.former = former
        self.additions = additions
        self.spoken = spoken
        self.highest = highest
    }

    /// A member.
    public subscript(_ id: TrustedDevice.ID) -> TrustedDevice? { devices.first { $0.id == id } }

    /// Where a device's statements can end and leave all that another needs of them for itself, the least first.
    func ends(of device: TrustedDevice.ID) -> [Statement.Link] {
        let said = Set(statements.filter { $0.signer == device }.map(\.link))
        return [.none] + additions.values.filter(said.contains).sorted { $0.number < $1.number }
    }

    /// Where a device's statements can end before it removes another for the first time, the last first.
    func ends(beforeRemovalsBy device: TrustedDevice.ID) -> [Statement.Link] {
        var targets: Set<TrustedDevice.ID> = []
        return statements.filter { $0.signer == device }
            .sorted { $0.number < $1.number }
            .filter { $0.removed.map { targets.insert($0).inserted } ?? false }
            .map { Statement.Link(number: $0.number - 1, hash: $0.previous) }
            .filter { $0.number > 0 || $0 == .none }
            .reversed()
    }

    /// Statements by which a device is in the circle, and hardly more: of each of its elders up to where that adds the next, or
    /// has removed one; none for a device that is not in it.
    func proof(of device: TrustedDevice.ID) -> [[UInt8]] {
        let byLink = Dictionary(statements.map { ($0.link, $0) }) { first, _ in first }
        var needed: [TrustedDevice.ID: UInt32] = [:]
        var next = device
        while let addition = additions[next].flatMap({ byLink[$0] }),
            needed[addition.signer] == nil
        {
            needed[addition.signer] = addition.number
            next = addition.signer
        }
        if !needed.isEmpty, needed[device] == nil { needed[device] = 0 }
        for statement in statements where statement.removed != nil {
            guard let number = needed[statement.signer] else { continue }
            needed[statement.signer] = max(number, statement.number)
        }
        return statements.filter { $0.number <= needed[$0.signer] ?? 0 }.map(\.bytes)
    }

    /// Statements without which the members are the same: those that no known device has signed, and when there is no room
    /// also those that do not count, but for two of one number, which are a proof.
    func worthless(whenFull isFull: Bool, to own: TrustedDevice.ID) -> Set<[UInt8]> {
        Set(
            findings.filter { $0.fault.isForgery || isFull && $0.fault.isVoid && $0.signer != own }
                .map(\.statement)
        )
    }
}

extension Membership.Fault {
    /// Nobody who is known has said that.
    fileprivate var isForgery: Bool {
        [.badFounding, .badRecord, .unknownSigner, .badSignature].contains(self)
    }

    /// Said in vain, and no proof of anything.
    fileprivate var isVoid: Bool {
        [.afterFork, .gap, .brokenChain, .afterRemoval, .notAMember].contains(self)
    }
}
