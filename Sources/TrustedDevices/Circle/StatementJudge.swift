import ProtectionModel

/// Weighs a set of statements; see ``Membership``.
struct StatementJudge {
    private typealias ID = TrustedDevice.ID

    private let circle: CircleID
    private var statements: Set<Statement> = []
    private var findings: Set<Membership.Finding> = []
    /// Those that their signers have signed, by signer.
    private var signed: [ID: [Statement]] = [:]
    private var founder: ID?
    /// The identity keys of devices that anybody speaks of.
    private var known: [ID: [UInt8]] = [:]
    /// The quotations of accepted removals, by whom they remove.
    private var pins: [ID: [Statement.Link]] = [:]

    init(_ circle: CircleID) { self.circle = circle }

    // MARK: Each by itself

    mutating func read(_ bytes: [UInt8]) {
        do throws(ProtectionError) {
            let statement = try Statement(reading: bytes)
            guard statement.circle == circle else { return note(.otherCircle, statement) }
            statements.insert(statement)
        } catch {
            let fault: Membership.Fault =
                error.code == .unsupportedVersion ? .newerVersion : .malformed
            findings.insert(
                Membership.Finding(fault: fault, signer: nil, number: nil, statement: bytes)
            )
        }
    }

    private mutating func note(_ fault: Membership.Fault, _ statement: Statement) {
        findings.insert(
            Membership.Finding(
                fault: fault,
                signer: statement.signer,
                number: statement.number,
                statement: statement.bytes
            )
        )
    }

    private func isFounding(_ statement: Statement) -> Bool {
        guard case .found(let salt, let record) = statement.content else { return false }
        return statement.number == 1 && statement.previous == Statement.Link.none.hash
            && statement.signer == record.id
            && circle == CircleID(salt: salt, founder: record.identityKey)
    }

    /// Sorts out what nobody has signed.
    private mutating func checkSignatures() {
        var sound: [Statement] = []
        for statement in statements {
            if case .found = statement.content, !isFounding(statement) {
                note(.badFounding, statement)
                continue
            }
            if let record = statement.record {
                guard record.isGenuine(in: circle) else {
                    note(.badRecord, statement)
                    continue
                }
                known[record.id] = record.identityKey
            }
            sound.append(statement)
        }
        for statement in sound {
            guard let key = known[statement.signer] else {
                note(.unknownSigner, statement)
                continue
            }
            guard statement.isSigned(by: key) else {
                note(.badSignature, statement)
                continue
            }
            signed[statement.signer, default: []].append(statement)
            if case .found = statement.content { founder = statement.signer }
        }
    }

    // MARK: Chains

    /// What counts of a signer as far as it alone is concerned, and why the rest does not.
    private func chain(
        of signer: ID
    ) -> (counting: [Statement], faults: [(Membership.Fault, Statement)]) {
        let all = signed[signer] ?? []
        guard let pins = pins[signer] else { return Self.unbroken(all) }
        let byHash = Dictionary(all.map { ($0.hash, $0) }) { first, _ in first }
        var counting = Set(all)
        for pin in pins { counting.formIntersection(Self.past(of: pin, byHash)) }
        return (
            counting.sorted { $0.number < $1.number },
            all.filter { !counting.contains($0) }.map { (.afterRemoval, $0) }
        )
    }

    private static func unbroken(
        _ all: [Statement]
    ) -> (counting: [Statement], faults: [(Membership.Fault, Statement)]) {
        let byNumber = Dictionary(grouping: all) { $0.number }
        var counting: [Statement] = []
        var faults: [(Membership.Fault, Statement)] = []
        var end: Membership.Fault?
        var expected: UInt32 = 1
        for number in byNumber.keys.sorted() {
            let these = byNumber[number] ?? []
            if end == nil, number != expected { end = .gap }
            if let end {
                faults += these.map { (end, $0) }
            } else if these.count > 1 {
                faults += these.map { (.forked, $0) }
                end = .afterFork
            } else if these[0].previous != counting.last?.hash ?? Statement.Link.none.hash {
                faults.append((.brokenChain, these[0]))
                end = .brokenChain
            } else {
                counting.append(these[0])
            }
            expected = number == .max ? number : number + 1
        }
        return (counting, faults)
    }

    /// The statements that lead to a quoted one, and that one; none when one of them is missing.
    private static func past(
        of pin: Statement.Link,
        _ byHash: [[UInt8]: Statement]
    ) -> Set<Statement> {
        var past: Set<Statement> = []
        var (number, hash) = (pin.number, pin.hash)
        while number > 0 {
            guard let statement = byHash[hash], statement.number == number else { return [] }
            past.insert(statement)
            (number, hash) = (number - 1, statement.previous)
        }
        return hash == Statement.Link.none.hash ? past : []
    }

    // MARK: Together

    /// How each device came to the founder, by the adding statements that are given: whoever it adds comes before whom
    /// another adds, and before whom it adds later.
    private func ranks(_ statements: [ID: [Statement]]) -> [ID: DeviceRank] {
        guard let founder else { return [:] }
        var ranks = [founder: DeviceRank()]
        var next = [founder]
        while !next.isEmpty {
            var found: [ID] = []
            for signer in next {
                guard let rank = ranks[signer] else { continue }
                for statement in statements[signer] ?? [] {
                    guard case .add(let record) = statement.content, ranks[record.id] == nil else {
                        continue
                    }
                    ranks[record.id] = rank.adding(statement.number)
                    found.append(record.id)
                }
            }
            next = found
        }
        return ranks
    }

    /// The removals that count so far, the elder signer's first; of one signer's of a device only the first is said.
    private func removals(
        _ counting: [ID: [Statement]],
        _ ranks: [ID: DeviceRank]
    ) -> [Statement] {
        var removals: [Statement] = []
        for (signer, _) in ranks.sorted(by: { $0.value < $1.value }) {
            var targets: Set<ID> = []
            for statement in counting[signer] ?? [] {
                guard case .remove(let device, _) = statement.content,
                    targets.insert(device).inserted
                else { continue }
                removals.append(statement)
            }
        }
        return removals
    }

    /// Takes the removals that count, the elder signer's first.
    private mutating func weighRemovals() {
        var counting = countingStatements()
        var waiting = removals(counting, ranks(counting))[...]
        var weighed: Set<Statement> = []
        while let removal = waiting.popFirst() {
            guard weighed.insert(removal).inserted,
                case .remove(let device, let last) = removal.content
            else { continue }
            pins[device, default: []].append(last)
            let rest = chain(of: device).counting
            guard rest.count != counting[device]?.count ?? 0 else { continue }
            counting[device] = rest
            // What has become void removes nobody, and adds nobody who could.
            waiting = removals(counting, ranks(counting))[...]
        }
    }

    private func countingStatements() -> [ID: [Statement]] {
        Dictionary(uniqueKeysWithValues: signed.keys.map { ($0, chain(of: $0).counting) })
    }

    mutating func membership() -> Membership {
        checkSignatures()
        weighRemovals()
        let counting = countingStatements()
        let ranks = ranks(counting)
        for signer in signed.keys {
            for (fault, statement) in chain(of: signer).faults { note(fault, statement) }
            guard ranks[signer] == nil else { continue }
            for statement in counting[signer] ?? [] { note(.notAMember, statement) }
        }
        return membership(counting, ranks)
    }

    private mutating func membership(
        _ counting: [ID: [Statement]],
        _ ranks: [ID: DeviceRank]
    ) -> Membership {
        var additions: [ID: Statement] = [:]
        for statement in counting.values.joined()
        where ranks[statement.signer] != nil {
            guard let id = statement.record?.id else { continue }
            // Any would do, but it must be the same everywhere.
            guard let other = additions[id], !Self.isElder(statement, other, ranks) else {
                additions[id] = statement
                continue
            }
        }
        let members = additions.filter { pins[$0.key] == nil }.sorted {
            ranks[$0.key] ?? DeviceRank() < ranks[$1.key] ?? DeviceRank()
        }
        for (_, statement) in members.dropFirst(Membership.deviceLimit) {
            note(.tooManyDevices, statement)
        }
        return Membership(
            devices: members.prefix(Membership.deviceLimit).compactMap { id, statement in
                statement.record.map { Self.device($0, statement, counting[id] ?? []) }
            },
            removedDevices: additions.filter { pins[$0.key] != nil }.compactMap { id, statement in
                statement.record.map { Self.device($0, statement, counting[id] ?? []) }
            },
            removed: Set(pins.keys),
            former: Set(known.keys).subtracting(members.prefix(Membership.deviceLimit).map(\.key)),
            findings: findings.sorted(by: Self.isBefore),
            statements: statements,
            last: counting.compactMapValues { $0.last?.link },
            additions: additions.mapValues(\.link),
            spoken: signed.mapValues { Self.unbroken($0).counting.last?.link ?? .none },
            highest: signed.compactMapValues { $0.map(\.number).max() }
        )
    }

    private static func isElder(
        _ left: Statement,
        _ right: Statement,
        _ ranks: [ID: DeviceRank]
    ) -> Bool {
        let elders = (ranks[left.signer] ?? DeviceRank(), ranks[right.signer] ?? DeviceRank())
        if elders.0 != elders.1 { return elders.0 < elders.1 }
        return left.number < right.number
    }

    private static func device(
        _ record: DeviceRecord,
        _ addition: Statement,
        _ own: [Statement]
    ) -> TrustedDevice {
        var name = record.name
        for case .rename(let new) in own.map(\.content) { name = new }
        return TrustedDevice(
            id: record.id,
            name: name,
            addedBy: addition.signer == record.id ? nil : addition.signer,
            identityKey: record.identityKey,
            sessionKey: record.sessionKey,
            unlockedKey: record.unlockedKey
        )
    }

    private static func isBefore(
        _ left: Membership.Finding,
        _ right: Membership.Finding
    ) -> Bool {
        let signers = (left.signer?.bytes ?? [], right.signer?.bytes ?? [])
        if signers.0 != signers.1 { return signers.0.lexicographicallyPrecedes(signers.1) }
        if left.number != right.number { return (left.number ?? 0) < (right.number ?? 0) }
        if left.statement != right.statement {
            return left.statement.lexicographicallyPrecedes(right.statement)
        }
        return left.fault.rawValue < right.fault.rawValue
    }
}

/// Which of two devices is the elder: the one that fewer additions lie between it and the founder, then the one that was
/// added first by the elder of those that add.
private struct DeviceRank: Comparable {
    /// The numbers of the additions, the founder's first.
    private var path: [UInt32] = []

    func adding(_ number: UInt32) -> DeviceRank {
        var rank = self
        rank.path.append(number)
        return rank
    }

    static func < (left: DeviceRank, right: DeviceRank) -> Bool {
        guard left.path.count == right.path.count else { return left.path.count < right.path.count }
        return left.path.lexicographicallyPrecedes(right.path)
    }
}
