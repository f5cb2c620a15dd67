import CloudKit
import CloudRecords
import ProtectionTesting
import Testing

@Suite("containers under Apple's names")
struct ContainerTests {
    @Test("the account's states have Apple's names")
    func status() async throws {
        let cloud = try TestCloud()
        try await cloud.whileCurrent(on: cloud.device) {
            let container = CKContainer.default()
            let account = cloud.account(on: cloud.device)
            var states = [try await container.accountStatus()]
            for status in [AccountStatus.restricted, .unavailable] {
                account.status = status
                states.append(try await container.accountStatus())
            }
            #expect(states == [.available, .restricted, .temporarilyUnavailable])
            account.signIn(nil)
            let told: CKAccountStatus = await withCheckedContinuation { waiting in
                container.accountStatus { status, _ in waiting.resume(returning: status) }
            }
            #expect(told == .noAccount)
        }
    }

    @Test("who listens for another account hears of it where a test posts it")
    func accountChanged() {
        #expect(Notification.Name.CKAccountChanged.rawValue.contains("CKAccountChanged"))
    }

    @Test("the user's record is another one in a container of another name")
    func userRecord() async throws {
        let cloud = try TestCloud()
        try await cloud.whileCurrent(on: cloud.device) {
            let own = try await CKContainer.default().userRecordID()
            let other = CKContainer(identifier: "iCloud.com.example.other")
            #expect(other.containerIdentifier == "iCloud.com.example.other")
            let told: CKRecord.ID? = await withCheckedContinuation { waiting in
                other.fetchUserRecordID { id, _ in waiting.resume(returning: id) }
            }
            #expect(told != nil && told != own)
        }
    }

    @Test("without a cloud each call says so, and with a fallback finds it")
    func current() async throws {
        let container = CKContainer.default()
        do {
            _ = try await container.accountStatus()
            Issue.record("there is one")
        } catch let error as CKError {
            #expect(error.code == .badContainer)
            #expect(error.localizedDescription.contains("TestCloud"))
        }
        let told: CKAccountStatus = await withCheckedContinuation { waiting in
            container.accountStatus { status, _ in waiting.resume(returning: status) }
        }
        #expect(told == .couldNotDetermine)
        let service = try RecordService()
        let client = try RecordContainer(
            ContainerKey("iCloud.com.example.app", .development),
            service: service,
            account: CloudAccount(TestCloud.user)
        )
        CKContainer.withCurrent(client) {
            let kept = CKContainer.default()
            #expect(kept.database(with: .private).databaseScope == .private)
            #expect(kept.sharedCloudDatabase.databaseScope == .shared)
        }
        try await CKContainer.withCurrent(client) {
            let status = try await container.accountStatus()
            #expect(status == .available)
        }
        CKContainer.setFallback(client)
        defer { CKContainer.setFallback(nil) }
        #expect(try await container.accountStatus() == .available)
    }
}
