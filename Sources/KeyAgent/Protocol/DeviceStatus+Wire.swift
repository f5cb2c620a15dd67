package import KeyManagement
import ProtectionModel

extension DeviceStatus: WireValue {
    package func write(to writer: inout ByteWriter) {
        writer.append(word: state.rawValue)
        writer.append(hasPasscode)
        writer.append(isUserInactive)
        writer.append(failedAttempts)
        writer.append(duration: retryAfter)
        writer.append(duration: graceEndsIn)
        writer.append(isMemoryLocked)
        writer.append(run.number)
        writer.append(run.startedAt)
        writer.append(duration: lockedFor)
    }

    package init?(from reader: inout ByteReader) {
        guard let state = reader.word().flatMap(LockState.init(rawValue:)),
            let hasPasscode = reader.flag(), let isUserInactive = reader.flag(),
            let failedAttempts = reader.integer(UInt32.self),
            let retryAfter = reader.duration(), let graceEndsIn = reader.duration(),
            let isMemoryLocked = reader.flag(), let number = reader.integer(UInt64.self),
            let startedAt = reader.integer(Int64.self), let lockedFor = reader.duration()
        else { return nil }
        self.init(
            state: state,
            hasPasscode: hasPasscode,
            isUserInactive: isUserInactive,
            failedAttempts: failedAttempts,
            retryAfter: retryAfter,
            graceEndsIn: graceEndsIn,
            isMemoryLocked: isMemoryLocked,
            run: DeviceRun(number: number, startedAt: startedAt),
            lockedFor: lockedFor
        )
    }
}
