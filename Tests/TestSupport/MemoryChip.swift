package import KeyManagement
import ProtectionModel
package import SodiumCrypto
import Synchronization

/// A TPM in memory, with the rules of one: what it sealed opens here alone, PINs are counted,
/// counters never go back.
package final class MemoryChip: TrustedPlatformModule {
    private struct Object {
        let content: SecretBox
        let registers: [UInt32: Int]
    }

    private struct PIN {
        let auth: SecretBox
        let limit: UInt32
        var used: UInt32 = 0
    }

    private struct Counter {
        let auth: SecretBox
        var value: UInt64
    }

    private struct State {
        var isThere = true
        var calls = 0
        var fault: Fault?
        var room = 8
        var writes = 0
        var countsLeft: Int?
        var losesAnswer = false
        var highestCount: UInt64 = 0
        var primary: [UInt8] = []
        var objects: [[UInt8]: Object] = [:]
        var pins: [UInt32: PIN] = [:]
        var counters: [UInt32: Counter] = [:]
        var registers: [UInt32: Int] = [:]
    }

    /// What goes wrong with one call, counted from 0.
    package enum Fault: Sendable {
        /// It does not reach the chip.
        case before(Int)
        /// It is done, and its answer is lost.
        case after(Int)
    }

    package let address: String
    private let state: Mutex<State>

    /// A chip that was just cleared.
    package init(address: String = "memory") {
        self.address = address
        state = Mutex(State())
        clear()
    }

    private init(_ address: String, _ state: State) {
        self.address = address
        self.state = Mutex(state)
    }

    private func refuse(_ refusal: TPMRefusal) -> ProtectionError { refusal.error(of: address) }

    private func withState<Result: Sendable>(
        _ body: (inout State) throws -> Result
    ) throws -> Result {
        try state.withLock { state in
            guard state.isThere else { throw refuse(.absent) }
            defer { state.calls += 1 }
            switch state.fault {
            case .before(state.calls): throw refuse(.ended)
            case .after(state.calls):
                _ = try body(&state)
                throw refuse(.ended)
            default: return try body(&state)
            }
        }
    }

    private func object(_ blob: [UInt8], _ state: inout State) throws -> (SealedObject, Object) {
        guard let sealed = SealedObject(blob) else { throw refuse(.damaged) }
        guard sealed.parentName == state.primary else { throw refuse(.otherChip) }
        guard let object = state.objects[sealed.privateArea] else { throw refuse(.damaged) }
        return (sealed, object)
    }

    private func keep(
        _ secret: SecretBox,
        _ registers: PCRSelection,
        index: UInt32 = 0,
        limit: UInt32 = 0,
        _ state: inout State
    ) -> [UInt8] {
        let mask = registers.mask
        let number = SystemRandomSource().bytes(8)
        let values = state.registers.filter { mask >> $0.key & 1 == 1 }
        state.objects[number] = Object(content: secret, registers: values)
        return SealedObject(
            parentName: state.primary,
            publicArea: [0],
            privateArea: number,
            registers: registers,
            index: index,
            limit: limit
        ).bytes
    }

    private func takeIndex(_ state: inout State) throws -> UInt32 {
        guard state.pins.count + state.counters.count < state.room else { throw refuse(.full) }
        let taken = Array(state.pins.keys) + Array(state.counters.keys)
        return SealedObject.indices.first { !taken.contains($0) } ?? 0
    }

    private func copy(_ secret: borrowing SecureBytes) throws -> SecretBox {
        SecretBox(try secret.copy(to: .transit))
    }
}

// What happens to a chip.
extension MemoryChip {
    /// Forgets everything but how far it has counted.
    package func clear() {
        state.withLock { state in
            state.primary = [0, 11] + SystemRandomSource().bytes(32)
            state.objects = [:]
            state.pins = [:]
            state.counters = [:]
        }
    }

    /// The chip as it is now, independent from here on, and without faults.
    package func snapshot() -> MemoryChip {
        var copy = state.withLock { $0 }
        (copy.calls, copy.fault) = (0, nil)
        return MemoryChip(address, copy)
    }

    /// Takes the chip out of the machine, or puts it back.
    package func setPresence(_ isThere: Bool) { state.withLock { $0.isThere = isThere } }

    /// Lets one of the calls from now on go wrong; nil for none.
    package func setFault(_ fault: Fault?) {
        state.withLock { state in
            state.fault = fault
            state.calls = 0
        }
    }

    /// How many calls there were since a fault was set, or since the beginning.
    package var callCount: Int { state.withLock { $0.calls } }

    /// How many wrong PINs there were in a row, of the only PIN.
    package var wrongPINs: UInt32? { state.withLock { $0.pins.values.first?.used } }

    /// Leaves room for so many indices.
    package func setRoom(_ indices: Int) { state.withLock { $0.room = indices } }

    /// Extends a register.
    package func extend(_ register: UInt32) {
        state.withLock { $0.registers[register, default: 0] += 1 }
    }

    /// Lets the power go with the next count but so many, once: before it is made or, with
    /// `losingAnswer`, after.
    package func endAfter(_ counts: Int, losingAnswer: Bool = false) {
        state.withLock { state in
            state.countsLeft = counts
            state.losesAnswer = losingAnswer
        }
    }

    /// How often flash memory was written for counters.
    package var writes: Int { state.withLock { $0.writes } }

    /// How many indices there are.
    package var indexCount: Int { state.withLock { $0.pins.count + $0.counters.count } }
}

extension MemoryChip {
    package func isOwnerAuthorizationSet() throws -> Bool { try withState { _ in true } }

    package func seal(
        _ secret: borrowing SecureBytes,
        boundTo registers: PCRSelection
    ) throws -> [UInt8] {
        let secret = try copy(secret)
        return try withState { keep(secret, registers, &$0) }
    }

    package func unseal(_ blob: [UInt8], arena: SecureArena) throws -> SecureBytes {
        let content = try withState { state in
            let (sealed, object) = try object(blob, &state)
            guard sealed.index == 0 else { throw refuse(.damaged) }
            let mask = sealed.registers.mask
            guard state.registers.filter({ mask >> $0.key & 1 == 1 }) == object.registers else {
                throw refuse(.otherRegisters)
            }
            return object.content
        }
        return try opened(content, in: arena)
    }

    private func opened(_ content: SecretBox, in arena: SecureArena) throws -> SecureBytes {
        let opened = try SecureBytes(count: content.secret.count, group: .transit, arena: arena)
        try opened.fill(from: content.secret)
        return opened
    }

    package func sealWithPIN(
        _ secret: borrowing SecureBytes,
        pinAuth: borrowing SecureBytes,
        limit: UInt32,
        noting: @escaping @Sendable (UInt32) throws -> Void
    ) throws -> [UInt8] {
        let (secret, auth) = (try copy(secret), try copy(pinAuth))
        // Whoever is told may look at the chip.
        let index = try withState { try takeIndex(&$0) }
        try noting(index)
        return try withState { state in
            state.pins[index] = PIN(auth: auth, limit: limit)
            return keep(secret, .none, index: index, limit: limit, &state)
        }
    }

    package func unsealWithPIN(
        _ blob: [UInt8],
        pinAuth: borrowing SecureBytes,
        arena: SecureArena
    ) throws -> SecureBytes {
        let auth = try copy(pinAuth)
        let content = try withState { state in
            let (sealed, object) = try object(blob, &state)
            guard var pin = state.pins[sealed.index] else { throw refuse(.indexMissing) }
            let isShut = pin.used >= pin.limit
            let isRight = try pin.auth.secret.isEqual(to: auth.secret)
            if !isShut { pin.used = isRight ? 0 : pin.used + 1 }
            state.pins[sealed.index] = pin
            guard isRight, !isShut else {
                throw PINAttempts(used: pin.used, limit: pin.limit).refusal(ofWrongPIN: !isShut)
            }
            return object.content
        }
        return try opened(content, in: arena)
    }

    package func pinAttempts(_ blob: [UInt8]) throws -> PINAttempts {
        try withState { state in
            let (sealed, _) = try object(blob, &state)
            guard let pin = state.pins[sealed.index] else { throw refuse(.indexMissing) }
            return PINAttempts(used: pin.used, limit: pin.limit)
        }
    }

    package func rearmPIN(_ blob: [UInt8]) throws {
        try withState { state in
            let (sealed, _) = try object(blob, &state)
            guard state.pins[sealed.index] != nil else { throw refuse(.indexMissing) }
            state.pins[sealed.index]?.used = 0
        }
    }

    package func removePIN(_ index: UInt32) throws {
        try withState { state in
            guard state.counters[index] == nil else { throw refuse(.indexReplaced) }
            state.pins[index] = nil
        }
    }
}

extension MemoryChip {
    package func defineCounter(auth: borrowing SecureBytes) throws -> UInt32 {
        let auth = try copy(auth)
        return try withState { state in
            let index = try takeIndex(&state)
            state.highestCount += 1
            state.writes += 1
            state.counters[index] = Counter(auth: auth, value: state.highestCount)
            return index
        }
    }

    private func counter(
        _ index: UInt32,
        _ auth: SecretBox,
        _ state: inout State
    ) throws -> Counter {
        guard let counter = state.counters[index] else { throw refuse(.indexMissing) }
        guard try counter.auth.secret.isEqual(to: auth.secret) else {
            throw refuse(.indexReplaced)
        }
        return counter
    }

    package func counter(_ index: UInt32, auth: borrowing SecureBytes) throws -> UInt64 {
        let auth = try copy(auth)
        return try withState { try counter(index, auth, &$0).value }
    }

    package func increment(_ index: UInt32, auth: borrowing SecureBytes) throws {
        let auth = try copy(auth)
        try withState { state in
            var counter = try counter(index, auth, &state)
            let isLast = state.countsLeft == 0
            state.countsLeft = isLast ? nil : state.countsLeft.map { $0 - 1 }
            guard !isLast || state.losesAnswer else { throw refuse(.ended) }
            counter.value += 1
            state.writes += 1
            state.highestCount = max(state.highestCount, counter.value)
            state.counters[index] = counter
            if isLast { throw refuse(.ended) }
        }
    }

    package func removeCounter(_ index: UInt32) throws {
        try withState { $0.counters[index] = nil }
    }
}

extension TrustedPlatformModule {
    /// Seals without a note of the index.
    package func sealWithPIN(
        _ secret: borrowing SecureBytes,
        pinAuth: borrowing SecureBytes,
        limit: UInt32
    ) throws -> [UInt8] {
        try sealWithPIN(secret, pinAuth: pinAuth, limit: limit) { _ in }
    }

    /// Gives back the index of a blob.
    package func removePIN(of blob: [UInt8]) throws {
        try removePIN(SealedObject(blob)?.index ?? 0)
    }
}
