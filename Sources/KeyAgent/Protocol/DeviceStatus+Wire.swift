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
        writer.append(run.holder)
        writer.append(run.number)
        writer.append(duration: lockedFor)
    }

    package init?(from reader: inout ByteReader) {
        guard let state = reader.word().flatMap(LockState.init(rawValue:)),
            let hasPasscode = reader.flag(), let isUserInactive = reader.flag(),
            let failedAttempts = reader.integer(UInt32.self),
            let retryAfter = reader.duration(), let graceEndsIn = reader.duration(),
            let isMemoryLocked = reader.flag(), let holder = reader.integer(UInt64.self),
            let number = reader.integer(UInt64.self), let lockedFor = reader.duration()
        else { return nil }
        self.init(
            state: state,
            hasPasscode: hasPasscode,
            isUserInactive: isUserInactive,
            failedAttempts: failedAttempts,
            retryAfter: retryAfter,
            graceEndsIn: graceEndsIn,
            isMemoryLocked: isMemoryLocked,
            run: DeviceRun(holder: holder, number: number),
            lockedFor: lockedFor
        )
    }
}
