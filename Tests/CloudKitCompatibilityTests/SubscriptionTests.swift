import CloudKit
import CloudRecords
import ProtectionTesting
import Synchronization
import Testing

@Suite("subscriptions under Apple's names")
struct SubscriptionTests {
    private let cloud: TestCloud
    private let zone = CKRecordZone(zoneName: "notes")

    init() throws {
        var options = TestCloud.Options()
        options.deviceCount = 2
        cloud = try TestCloud(options)
    }

    private func inCloud(_ body: (CKDatabase) async throws -> Void) async throws {
        try await cloud.whileCurrent(on: cloud.device) {
            let database = CKContainer.default().privateCloudDatabase
            try await database.save(zone)
            try await database.save(note("first"))
            try await body(database)
        }
    }

    private func note(_ name: String) -> CKRecord {
        let record = CKRecord(
            recordType: "Note",
            recordID: .init(recordName: name, zoneID: zone.zoneID)
        )
        record["text"] = name
        return record
    }

    /// Another device of the user saves a note.
    private func saveElsewhere(_ name: String) async throws {
        _ = try await cloud.whileCurrent(on: cloud.devices[1]) {
            try await CKContainer.default().privateCloudDatabase.save(note(name))
        }
    }

    private func info() -> CKSubscription.NotificationInfo {
        let info = CKSubscription.NotificationInfo()
        info.alertLocalizationKey = "NEW"
        info.alertLocalizationArgs = ["text"]
        info.title = "Notes"
        info.soundName = "default"
        info.category = "note"
        info.desiredKeys = ["text"]
        info.shouldBadge = true
        info.shouldSendContentAvailable = true
        info.shouldSendMutableContent = true
        return info
    }

    private func query() -> CKQuerySubscription {
        let subscription = CKQuerySubscription(
            recordType: "Note",
            predicate: NSPredicate(format: "text != 'x'"),
            subscriptionID: "query",
            options: [.firesOnRecordCreation, .firesOnRecordUpdate, .firesOnRecordDeletion]
        )
        subscription.zoneID = zone.zoneID
        subscription.notificationInfo = info()
        return subscription
    }

    @Test(
        "a query subscription tells the other device what was saved, and nothing to the one that did"
    )
    func pushes() async throws {
        try await inCloud { database in
            try await database.save(query())
            try await database.save(note("own"))
            try await saveElsewhere("other")
            let pushes = try cloud.takePushes()
            #expect(pushes.map { $0.device === cloud.device } == [true])
            let mine = try #require(pushes.first)
            let push = try #require(CKNotification(fromRemoteNotificationDictionary: mine.userInfo))
            #expect(push.notificationType == .query && push.subscriptionID == "query")
            #expect(push.databaseScope == .private && !push.isPruned)
            #expect(push.containerIdentifier == "iCloud.com.example.app")
            #expect(push.notificationID == push.notificationID)
            let query = try #require(push as? CKQueryNotification)
            #expect(query.queryNotificationReason == .recordCreated)
            #expect(query.recordID?.recordName == "other")
            #expect(query.recordFields?["text"] as? String == "other")
            #expect(CKNotification(fromRemoteNotificationDictionary: ["aps": 1]) == nil)
        }
    }

    @Test("zones and databases are watched, too")
    func zonesAndDatabases() async throws {
        try await inCloud { database in
            let watched = CKRecordZoneSubscription(zoneID: zone.zoneID, subscriptionID: "zone")
            watched.recordType = "Note"
            watched.notificationInfo = CKSubscription.NotificationInfo()
            watched.notificationInfo?.shouldSendContentAvailable = true
            let whole = CKDatabaseSubscription(subscriptionID: "database")
            whole.recordType = "Note"
            whole.notificationInfo = watched.notificationInfo
            let results = try await database.modifySubscriptions(
                saving: [watched, whole],
                deleting: []
            )
            #expect(results.saveResults.count == 2)
            try await saveElsewhere("other")
            let told = try cloud.takePushes().compactMap {
                CKNotification(fromRemoteNotificationDictionary: $0.userInfo)
            }
            #expect(told.contains { $0 is CKDatabaseNotification })
            #expect(
                told.compactMap { ($0 as? CKRecordZoneNotification)?.recordZoneID } == [zone.zoneID]
            )
        }
    }

    @Test("a subscription is found as it was saved, listed and removed")
    func kept() async throws {
        try await inCloud { database in
            try await database.save(query())
            let found = try await database.subscription(for: "query")
            let known = try #require(found as? CKQuerySubscription)
            #expect(known.recordType == "Note" && known.zoneID == zone.zoneID)
            #expect(known.querySubscriptionOptions == query().querySubscriptionOptions)
            #expect(!known.querySubscriptionOptions.contains(.firesOnce))
            #expect(known.subscriptionType == .query && known.predicate !== query().predicate)
            let info = try #require(known.notificationInfo)
            #expect(info.alertLocalizationKey == "NEW" && info.alertLocalizationArgs == ["text"])
            #expect(info.title == "Notes" && info.titleLocalizationKey == nil)
            #expect(info.titleLocalizationArgs == nil && info.alertBody == nil)
            #expect(info.soundName == "default" && info.category == "note")
            #expect(info.desiredKeys == ["text"] && info.shouldBadge)
            #expect(info.shouldSendContentAvailable && info.shouldSendMutableContent)
            #expect(try await database.allSubscriptions().map(\.subscriptionID) == ["query"])
            try await database.deleteSubscription(withID: "query")
            do {
                _ = try await database.subscription(for: "query")
                Issue.record("it is there")
            } catch let error as CKError { #expect(error.code == .unknownItem) }
        }
    }

    @Test("handlers and operations do the same")
    func handlers() async throws {
        try await inCloud { database in
            let subscription = query()
            let saved: CKSubscription? = await withCheckedContinuation { waiting in
                database.save(subscription) { saved, _ in waiting.resume(returning: saved) }
            }
            #expect(saved === subscription)
            let found: CKSubscription? = await withCheckedContinuation { waiting in
                database.fetch(withSubscriptionID: "query") { found, _ in
                    waiting.resume(returning: found)
                }
            }
            #expect(found?.subscriptionID == "query")
            let all: [CKSubscription]? = await withCheckedContinuation { waiting in
                database.fetchAllSubscriptions { all, _ in waiting.resume(returning: all) }
            }
            #expect(all?.count == 1)
            let removed: CKSubscription.ID? = await withCheckedContinuation { waiting in
                database.delete(withSubscriptionID: "query") { id, _ in
                    waiting.resume(returning: id)
                }
            }
            #expect(removed == "query")
            #expect(
                operations() == [
                    "+query", "true", "1 0 true", "query true", "none false", "true", "1 2",
                    "1 true", "-query", "0 1 true",
                ]
            )
        }
    }

    private func operations() -> [String] {
        let told = Mutex<[String]>([])
        let tell: @Sendable (String) -> Void = { word in told.withLock { $0.append(word) } }
        let save = CKModifySubscriptionsOperation()
        save.subscriptionsToSave = [query()]
        save.perSubscriptionSaveBlock = { id, _ in tell("+\(id)") }
        save.modifySubscriptionsResultBlock = { tell("\((try? $0.get()) != nil)") }
        save.modifySubscriptionsCompletionBlock = { saved, removed, error in
            tell("\(saved?.count ?? 0) \(removed?.count ?? 0) \(error == nil)")
        }
        let fetch = CKFetchSubscriptionsOperation(subscriptionIDs: ["query", "none"])
        fetch.perSubscriptionResultBlock = { id, result in
            tell("\(id) \((try? result.get()) != nil)")
        }
        fetch.fetchSubscriptionsResultBlock = { tell("\((try? $0.get()) != nil)") }
        fetch.fetchSubscriptionCompletionBlock = { found, error in
            tell("\(found?.count ?? 0) \((error as? CKError)?.code.rawValue ?? 0)")
        }
        let all = CKFetchSubscriptionsOperation.fetchAllSubscriptionsOperation()
        all.fetchSubscriptionCompletionBlock = { found, error in
            tell("\(found?.count ?? 0) \(error == nil)")
        }
        let removal = CKModifySubscriptionsOperation(subscriptionIDsToDelete: ["query"])
        removal.perSubscriptionDeleteBlock = { id, _ in tell("-\(id)") }
        removal.modifySubscriptionsCompletionBlock = save.modifySubscriptionsCompletionBlock
        for operation in [save, fetch, all, removal] as [CKDatabaseOperation] { operation.start() }
        // Results by name have no order.
        let words = told.withLock { $0 }
        return Array(words[..<3]) + words[3..<5].sorted().reversed() + words[5...]
    }

    @Test("which zones changed is told, with those that are gone and why")
    func databaseChanges() async throws {
        try await inCloud { database in
            let first = try await database.databaseChanges(since: nil)
            #expect(first.modifications.map(\.zoneID) == [zone.zoneID] && !first.moreComing)
            try await database.save(CKRecordZone(zoneName: "more"))
            try await database.deleteRecordZone(withID: zone.zoneID)
            let news = try await database.databaseChanges(since: first.changeToken)
            #expect(news.modifications.map(\.zoneID.zoneName) == ["more"])
            #expect(news.deletions.map(\.zoneID) == [zone.zoneID])
            #expect(news.deletions.map(\.reason) == [.deleted])
            #expect(changed(since: nil) == ["+more", "true false", "true false true"])
            try cloud.removeData()
            #expect(
                changed(since: news.changeToken) == [
                    "purged more", "true false", "true false true",
                ]
            )
        }
    }

    private func changed(since token: CKServerChangeToken?) -> [String] {
        let told = Mutex<[String]>([])
        let tell: @Sendable (String) -> Void = { word in told.withLock { $0.append(word) } }
        let operation = CKFetchDatabaseChangesOperation(previousServerChangeToken: token)
        operation.resultsLimit = 10
        operation.fetchAllChanges = true
        operation.recordZoneWithIDChangedBlock = { tell("+\($0.zoneName)") }
        operation.recordZoneWithIDWasDeletedBlock = { tell("-\($0.zoneName)") }
        operation.recordZoneWithIDWasPurgedBlock = { tell("purged \($0.zoneName)") }
        operation.recordZoneWithIDWasDeletedDueToUserEncryptedDataResetBlock = {
            tell("reset \($0.zoneName)")
        }
        operation.changeTokenUpdatedBlock = { _ in tell("token") }
        operation.fetchDatabaseChangesResultBlock = { result in
            let end = try? result.get()
            tell("\(end != nil) \(end?.moreComing ?? true)")
        }
        operation.fetchDatabaseChangesCompletionBlock = { token, hasMore, error in
            tell("\(token != nil) \(hasMore) \(error == nil)")
        }
        operation.start()
        return told.withLock { $0 }
    }
}
