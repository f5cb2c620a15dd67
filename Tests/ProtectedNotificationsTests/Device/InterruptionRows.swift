import DeviceIdentifiers
import DeviceSimulation
import KeyManagement
import ProtectedNotifications
import ProtectionModel
import SimulatedDisk
import Synchronization
import TestSupport
import Testing

@Suite("A device that is locked in the middle of something, or has no room (rows N-20, N-46)")
struct InterruptionRows {
    private let secret = "The code is 2580"

    private func payload(_ phone: NotifiedPhone, _ text: String?) throws -> RemotePayload {
        guard let text else { return try phone.payload(secret, collapseID: "a") }
        return try phone.payload("New message", outside: #","encrypted-content":"\#(text)""#)
    }

    private func sealed(
        _ registration: PushRegistration,
        as protection: ProtectionClass = .completeUntilFirstUserAuthentication
    ) throws -> String {
        let message = PushMessage(
            NotificationContent(title: "Ann", body: secret),
            sent: Timestamp(seconds: 100),
            sequence: 1,
            identifier: "m"
        )
        return try SealedPush.seal(message, to: registration, as: protection, .init()).text
    }

    /// Locks before the n-th call that opens, renames or removes a file; their number.
    private func locking(
        _ trial: FaultyDevice,
        before nth: Int,
        _ body: () async throws -> Void
    ) async throws -> Int {
        let count = Mutex(0)
        trial.faults.install(
            FaultPlan { _, call in
                guard [.open, .rename, .unlink].contains(call) else { return }
                let isIt = count.withLock { count in
                    defer { count += 1 }
                    return count == nth
                }
                if isIt { try? trial.device.holder.lock(skippingGrace: true) }
            }
        )
        defer { trial.faults.install(FaultPlan()) }
        try await body()
        return count.withLock { $0 }
    }

    @Test("a push is kept, and for the unlock", arguments: [false, true])
    func lockedWhileItComes(isSealed: Bool) async throws {
        var (nth, count) = (0, 1)
        while nth < count {
            let trial = try FaultyDevice()
            let phone = try NotifiedPhone(trial.device)
            let text = isSealed ? try sealed(phone.center.register()) : nil
            count = try await locking(trial, before: nth) {
                let outcome = try await phone.notifications.push(
                    payload(phone, text),
                    to: phone.mail
                )
                #expect(outcome.ending == .delivered, "call \(nth)")
            }
            #expect(try phone.documents(holding: secret) == [], "call \(nth)")
            try trial.device.unlock()
            #expect(try phone.bodies() == [secret], "call \(nth)")
            nth += 1
        }
    }

    @Test("what is opened at the unlock is opened at this one or the next")
    func lockedWhileItIsOpened() async throws {
        var (nth, count) = (0, 1)
        while nth < count {
            let trial = try FaultyDevice()
            let phone = try NotifiedPhone(trial.device)
            let text = try sealed(phone.center.register([.complete]), as: .complete)
            try phone.enter(.locked)
            try await phone.notifications.push(payload(phone, text), to: phone.mail)
            try phone.device.unlock()
            count = try await locking(trial, before: nth) { _ = try phone.bodies() }
            try trial.device.unlock()
            #expect(try phone.bodies() == [secret], "call \(nth)")
            nth += 1
        }
    }
}
