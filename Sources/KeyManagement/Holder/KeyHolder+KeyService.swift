package import ProtectionModel
import SodiumCrypto
import Synchronization

extension KeyHolder: KeyService {
    package func volumeKeys() throws -> VolumeKeys {
        // Nothing that is due changes these keys, and a store asks for them where no observer may
        // run: with a folder or a file locked.
        try state.withLock { state in
            try Self.checkIsOn(state)
            guard let volume = state.volume else {
                throw ProtectionError(.deviceOff, "the device is off")
            }
            return volume
        }
    }

    package func makeKeys(_ requests: [NewKeyRequest]) throws -> [NewKey] {
        advance()
        return try state.withLock { state in
            try Self.checkIsOn(state)
            state.machine.noteActivity(at: clock.now())
            var keys: [NewKey] = []
            for request in requests {
                keys.append(try makeKey(request, state))
            }
            return keys
        }
    }

    package func unwrap(
        _ requests: [UnwrapRequest]
    ) throws -> [Result<SecretBox, ProtectionError>] {
        advance()
        return try state.withLock { state in
            try Self.checkIsOn(state)
            state.machine.noteActivity(at: clock.now())
            return requests.map { request in
                Result(of: "a file key") {
                    try open(request, in: .fileKeys(request.wrapped.protection), state)
                }
            }
        }
    }

    package func rewrap(
        _ request: UnwrapRequest,
        to protection: ProtectionClass
    ) throws -> WrappedKey {
        advance()
        return try state.withLock { state in
            try Self.checkIsOn(state)
            let key = try open(request, in: .transit, state)
            return try wrap(key, request.fileID, protection, state)
        }
    }

    package func status() throws -> DeviceStatus {
        advance()
        let now = clock.now()
        return state.withLock { state in
            DeviceStatus(
                state: state.machine.state,
                hasPasscode: state.machine.hasPasscode,
                isUserInactive: state.machine.isUserInactive,
                failedAttempts: state.attempts.failures,
                retryAfter: Self.remainingDelay(state, at: now),
                graceEndsIn: state.machine.graceDeadline.map { max(.zero, $0 - now) },
                isMemoryLocked: arena.isMemoryLocked
            )
        }
    }

    package func noteActivity() {
        let now = clock.now()
        state.withLock { state in
            // A lock that is due comes, whoever notices it first.
            guard let deadline = state.machine.autoLockDeadline, deadline > now else { return }
            state.machine.noteActivity(at: now)
        }
    }

    /// What was decided when the device was made, as rules from profiles tighten it.
    package var settings: DeviceSettings {
        state.withLock { $0.keybag.settings.tightened(by: $0.rules) }
    }

    package func observe(
        _ observer: @escaping @Sendable (LockNotice) -> Void
    ) -> LockObservation {
        observers.add(observer)
    }

    static func checkIsOn(_ state: borrowing State) throws {
        guard !state.isErased else { throw ProtectionError(.deviceErased, "the device was erased") }
        guard state.machine.state != .off else {
            throw ProtectionError(.deviceOff, "the device is off")
        }
    }

    private func makeKey(
        _ request: NewKeyRequest,
        _ state: borrowing State
    ) throws -> NewKey {
        let key: SecretBox
        do {
            key = SecretBox(
                try SecureBytes(
                    count: 32,
                    group: .fileKeys(request.protection),
                    arena: arena
                ) { random.fill(&$0) }
            )
        } catch { throw ProtectionError(error, "a new file key") }
        return NewKey(
            key: key,
            wrapped: try wrap(key, request.fileID, request.protection, state)
        )
    }

    private func wrap(
        _ key: SecretBox,
        _ fileID: FileID,
        _ protection: ProtectionClass,
        _ state: borrowing State
    ) throws -> WrappedKey {
        let wrapping = KeyWrapping(deviceID: deviceID, random: random)
        let publicKey = state.keybag.unlessOpenPublicKey
        let classKey = protection == .completeUnlessOpen ? nil : try classKey(protection, state)
        do {
            guard let classKey else {
                return try wrapping.wrapUnlessOpen(
                    key.secret,
                    fileID: fileID,
                    publicKey: publicKey
                )
            }
            return try wrapping.wrap(
                key.secret,
                fileID: fileID,
                protection: protection,
                classKey: classKey.secret
            )
        } catch { throw ProtectionError(error, "a file key") }
    }

    private func open(
        _ request: UnwrapRequest,
        in group: SecretGroup,
        _ state: borrowing State
    ) throws -> SecretBox {
        let wrapped = request.wrapped
        let classKey = try classKey(wrapped.protection, state)
        let wrapping = KeyWrapping(deviceID: deviceID, random: random)
        do {
            let key = try SecureBytes(count: 32, group: group, arena: arena)
            if wrapped.protection == .completeUnlessOpen {
                try wrapping.unwrapUnlessOpen(
                    wrapped,
                    fileID: request.fileID,
                    privateKey: classKey.secret,
                    publicKey: state.keybag.unlessOpenPublicKey,
                    into: key
                )
            } else {
                try wrapping.unwrap(
                    wrapped,
                    fileID: request.fileID,
                    classKey: classKey.secret,
                    into: key
                )
            }
            return SecretBox(key)
        } catch { throw ProtectionError(error, "the file's key") }
    }

    private func classKey(
        _ protection: ProtectionClass,
        _ state: borrowing State
    ) throws -> SecretBox {
        guard let key = state.classKeys[protection] else {
            throw ProtectionError(
                .protectedDataUnavailable,
                "the key of class '\(protection.name)' is not there while the device is "
                    + (state.machine.state == .beforeFirstUnlock
                        ? "before its first unlock" : "locked")
            )
        }
        return key
    }

    static func remainingDelay(_ state: borrowing State, at now: Duration) -> Duration? {
        guard let delay = state.attempts.delay else { return nil }
        let remaining = state.delayStart + delay - now
        return remaining > .zero ? remaining : nil
    }
}
