import DeviceIdentifiers
import DeviceSimulation
import KeyManagement
import ProtectedNotifications
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import TestSupport
import Testing

@Suite("What a device keeps of notifications (rows N-19 to N-30)")
struct InboxRows {
    @Test("N-19: what came while the device was unlocked has no key once it is locked")
    func row19() async throws {
        let phone = try NotifiedPhone()
        try await phone.push()
        #expect(try phone.documents(holding: "code is 2580").count == 1)
        #expect(try phone.classes(".A") == [.complete])
        try phone.enter(.locked)
        #expect(try phone.documents(holding: "code is 2580") == [])
        #expect(try phone.documents(holding: "Ann") == [])
        #expect(try phone.bodies() == ["Notification"])
        #expect(try phone.center.delivered().map(\.content) == [nil])
    }

    @Test("N-20: what comes while it is locked can be read after the unlock, and not before")
    func row20() async throws {
        let phone = try NotifiedPhone()
        try phone.enter(.locked)
        try await phone.push()
        #expect(try phone.classes(".B") == [.completeUnlessOpen])
        #expect(try phone.documents(holding: "code is 2580") == [])
        try phone.device.unlock()
        #expect(try phone.bodies() == ["The code is 2580"])
        #expect(try phone.classes(".A") == [.complete])
        #expect(try phone.classes(".B") == [])
    }

    @Test("N-21: contents change their class with the setting", arguments: [1, 5])
    func row21(count: Int) async throws {
        let phone = try NotifiedPhone(previews: .always)
        for number in 0..<count { try await phone.push("The code is \(number)") }
        #expect(try phone.classes(".C").count == count)
        try phone.notifications.updateSettings(of: phone.mail) { $0.showsPreviews = .whenUnlocked }
        #expect(try phone.classes(".A") == Array(repeating: .complete, count: count))
        #expect(try phone.classes(".C") == [])
        try phone.notifications.updateSettings(of: phone.mail) { $0.showsPreviews = .always }
        #expect(
            try phone.classes(".C")
                == Array(repeating: .completeUntilFirstUserAuthentication, count: count)
        )
    }

    @Test("of those that come at one moment the last is the first on the screen")
    func oneMoment() async throws {
        for state in [LockState.unlocked, .locked, .beforeFirstUnlock] {
            let phone = try NotifiedPhone(previews: .always)
            try phone.enter(state)
            for number in 0..<10 { try await phone.push("\(number)") }
            let newest = (0..<10).reversed().map(String.init)
            #expect(try phone.bodies() == newest)
            try phone.device.unlock()
            #expect(try phone.bodies() == newest)
            #expect(try phone.center.delivered().map(\.content?.body) == newest)
        }
    }

    @Test("what cannot be removed before the first unlock is still shown")
    func notRemoved() async throws {
        let phone = try NotifiedPhone(previews: .always)
        try phone.enter(.beforeFirstUnlock)
        try await phone.push("early", as: "a")
        #expect(refusal { try phone.center.removeDelivered(["b"]) } == .protectedDataUnavailable)
        #expect(try phone.bodies() == ["early"])
        try phone.center.removeDelivered()
        #expect(try phone.bodies() == [])
        try phone.device.unlock()
        #expect(try phone.bodies() == [])
    }

    @Test("N-22: after a restart nothing of it shows, and nobody knows how much there is")
    func row22() async throws {
        let phone = try NotifiedPhone(previews: .always)
        for number in 0..<5 { try await phone.push("The code is \(number)") }
        try phone.enter(.beforeFirstUnlock)
        #expect(try phone.bodies() == [])
        #expect(try phone.bodies(at: .center) == [])
        #expect(try phone.documents(holding: "The code") == [])
        #expect(refusal { try phone.center.delivered() } == .protectedDataUnavailable)
        try phone.device.unlock()
        #expect(try phone.bodies().count == 5)
    }

    @Test("N-23: what comes before the first unlock shows, and cannot be read from the disk")
    func row23() async throws {
        let phone = try NotifiedPhone(previews: .always)
        try phone.enter(.beforeFirstUnlock)
        let outcome = try await phone.push(as: "a")
        #expect(outcome.ending == .delivered)
        #expect(try phone.bodies() == ["The code is 2580"])
        #expect(try phone.classes(".early") == [.completeUnlessOpen])
        #expect(try phone.documents(holding: "code is 2580") == [])
        // Another program has only the disk.
        #expect(try DeviceNotifications(phone.device).screen(at: .lockScreen).entries == [])
        try phone.device.unlock()
        #expect(try phone.center.delivered().map(\.cover.identifier) == ["a"])
        #expect(try phone.bodies() == ["The code is 2580"])
        #expect(try phone.classes(".early") == [])
    }

    @Test("before the first unlock a screen that hides previews shows a word")
    func hiddenBeforeFirstUnlock() async throws {
        let phone = try NotifiedPhone()
        try phone.enter(.beforeFirstUnlock)
        try await phone.push()
        #expect(try phone.bodies() == ["Notification"])
        try phone.device.holder.reboot()
        #expect(try phone.bodies() == [])
    }

    @Test("what came before the first unlock is removed for good, if it is known which it is")
    func removedEarly() async throws {
        let phone = try NotifiedPhone(previews: .always)
        try phone.add("old", "old")
        try phone.enter(.beforeFirstUnlock)
        try await phone.push("one", as: "a")
        try await phone.push("two", as: "b")
        #expect(
            refusal { try phone.center.removeDelivered(["a", "old"]) } == .protectedDataUnavailable
        )
        #expect(try phone.bodies().count == 2)
        try phone.center.removeDelivered(["a"])
        #expect(try phone.bodies() == ["two"])
        #expect(try phone.classes(".early").count == 1)
        try phone.device.unlock()
        #expect(try phone.center.delivered().map(\.cover.identifier) == ["b", "old"])
    }

    @Test("before the first unlock no more are kept than after it")
    func earlyLimit() async throws {
        let phone = try NotifiedPhone()
        try phone.enter(.beforeFirstUnlock)
        for number in 0..<103 {
            phone.device.advance(by: .seconds(1))
            try await phone.push("\(number)", as: "\(number)")
        }
        #expect(try phone.classes(".early").count == 100)
        try phone.device.unlock()
        #expect(try phone.center.delivered().last?.cover.identifier == "3")
    }

    @Test(
        "N-24: what an app removes is gone from the list and from the disk",
        arguments: [
            LockState.unlocked, .locked,
        ]
    )
    func row24(state: LockState) async throws {
        let phone = try NotifiedPhone(previews: .always)
        try await phone.push("another")
        let before = try phone.device.host.allBytes(below: "/device").count
        try await phone.push(as: "a")
        #expect(try phone.documents(holding: "code is 2580").count == 1)
        try phone.enter(state)
        try phone.center.removeDelivered(["a"])
        #expect(try phone.center.delivered().count == 1)
        #expect(try phone.documents(holding: "code is 2580") == [])
        #expect(try phone.device.host.allBytes(below: "/device").count == before)
    }

    @Test("N-25: an uninstallation takes all of an app's, and nothing of another's")
    func row25() async throws {
        let phone = try NotifiedPhone(previews: .always)
        let before = try phone.device.host.allBytes(below: "/device").count
        try await phone.push()
        try phone.add("later", "x", .interval(.seconds(60), repeats: false))
        try phone.center.setCategories([NotificationCategory("message")])
        _ = try phone.center.register([.complete, .completeUntilFirstUserAuthentication])
        try await phone.push("hello", to: phone.chat)
        try phone.device.identifiers().applications.uninstall(phone.mail)
        #expect(try phone.documents(holding: "code is 2580") == [])
        #expect(try phone.documents(holding: phone.mail.description) == [])
        #expect(try phone.bodies() == ["hello"])
        // Less than before: a document of settings is gone, and two files of the other have come.
        #expect(try phone.device.host.allBytes(below: "/device").count <= before + 2)
        try phone.device.identifiers().applications.install(NewApplication(phone.mail))
        #expect(try phone.center.settings().authorization == .notDetermined)
        #expect(try phone.center.categories().isEmpty)
    }

    @Test("N-26: a push for an app that is gone is dropped", arguments: LockState.allCases)
    func row26(state: LockState) async throws {
        guard state != .off else { return }
        let phone = try NotifiedPhone()
        try phone.device.identifiers().applications.uninstall(phone.mail)
        let before = try phone.device.host.allBytes(below: "/device").count
        try phone.enter(state)
        #expect(try await phone.push().ending == .notInstalled)
        #expect(try phone.device.host.allBytes(below: "/device").count == before)
    }

    enum Change: CaseIterable {
        case add, replace, remove, removeAll, uninstall
    }

    private func perform(_ change: Change, _ phone: NotifiedPhone) throws {
        switch change {
        case .add: try phone.add("b", "new")
        case .replace: try phone.add("a", "new")
        case .remove: try phone.center.removeDelivered(["a"])
        case .removeAll: try phone.center.removeDelivered()
        case .uninstall: try phone.device.identifiers().applications.uninstall(phone.mail)
        }
    }

    @Test(
        "N-27: a power loss leaves what was there before or what was there after",
        arguments: Change.allCases
    )
    func row27(change: Change) throws {
        let trial = try FaultyDevice()
        let phone = try NotifiedPhone(trial.device)
        try phone.add("a", "old")
        let before = try picture(phone)
        let snapshots = try trial.snapshots { try perform(change, phone) }
        let after = try picture(phone)
        #expect(before != after)
        for (call, snapshot) in snapshots.enumerated() {
            for choice in [PowerLossChoice.dropAll, .keepAll] {
                let restarted = try RestartedDevice(on: snapshot.crash(choice))
                try restarted.unlock()
                let survivor = NotifiedPhone(restarted: restarted, as: phone)
                let now = try picture(survivor)
                #expect(now == before || now == after, "call \(call): \(now)")
                if call == snapshots.count - 1 { #expect(now == after) }
                // What is gone has no content left that opens.
                try survivor.notifications.advance()
                let contents = try survivor.contents(restarted.documents)
                #expect(contents == now.count, "call \(call)")
            }
        }
    }

    /// Each notification with what it says; none of an app that is gone.
    private func picture(_ phone: NotifiedPhone) throws -> [String] {
        do {
            return try phone.center.delivered()
                .map { "\($0.cover.identifier) \($0.content?.body ?? "-")" }.sorted()
        } catch {
            guard error.code == .notFound else { throw error }
            return []
        }
    }

    @Test("N-28: a second notification of an identifier takes the first one's place, at the top")
    func row28() throws {
        let phone = try NotifiedPhone()
        try phone.add("a", "one")
        phone.device.advance(by: .seconds(1))
        try phone.add("b", "two")
        phone.device.advance(by: .seconds(1))
        try phone.add("a", "three")
        #expect(try phone.center.delivered().map(\.cover.identifier) == ["a", "b"])
        #expect(try phone.bodies() == ["three", "two"])
        #expect(try phone.classes(".A").count == 2)
    }

    @Test(
        "N-30: of two pushes with one collapse id the second is there",
        arguments: [
            LockState.unlocked, .locked, .beforeFirstUnlock,
        ]
    )
    func row30(state: LockState) async throws {
        let phone = try NotifiedPhone()
        try phone.enter(state)
        try await phone.push("one", as: "same")
        phone.device.advance(by: .seconds(1))
        try await phone.push("two", as: "same")
        #expect(try phone.notifications.screen(at: .lockScreen).entries.count == 1)
        if state != .unlocked { try phone.device.unlock() }
        #expect(try phone.center.delivered().map(\.cover.identifier) == ["same"])
        #expect(try phone.bodies() == ["two"])
    }

    @Test("of more than a hundred the newest stay, and of more than a week's none")
    func retention() throws {
        let phone = try NotifiedPhone()
        for number in 0..<105 {
            phone.device.advance(by: .seconds(1))
            try phone.add("\(number)", "\(number)")
        }
        let kept = try phone.center.delivered()
        #expect(kept.count == 100)
        #expect(kept.first?.cover.identifier == "104")
        #expect(kept.last?.cover.identifier == "5")
        phone.device.advance(by: .seconds(8 * 24 * 3_600))
        try phone.device.unlock()
        #expect(try phone.center.delivered().isEmpty)
        #expect(try phone.classes(".A") == [])
        #expect(try phone.classes(".cover") == [])
    }

    @Test("a clock that is set back makes nothing that comes the oldest")
    func clockSetBack() throws {
        let trial = try FaultyDevice()
        let phone = try NotifiedPhone(trial.device)
        phone.device.advance(by: .seconds(7_200))
        try phone.device.unlock()
        for number in 0..<100 { try phone.add("\(number)", "\(number)") }
        // Its clock begins again.
        let disk = try #require(trial.snapshots {}.last?.crash(.keepAll))
        let restarted = try RestartedDevice(on: disk)
        try restarted.unlock()
        let survivor = NotifiedPhone(restarted: restarted, as: phone)
        try survivor.add("new", "new")
        let kept = try survivor.center.delivered().map(\.cover.identifier)
        #expect(kept.count == 100)
        #expect(kept.first == "new")
    }

    @Test("a content whose cover is damaged is kept no longer than others")
    func damagedRetention() throws {
        let phone = try NotifiedPhone()
        try phone.add("a", "one")
        let store = try #require(try phone.device.documents.existing())
        let folder = DevicePath("/Notifications/com.example.mail")
        let name = try #require(try store.names(in: folder).first { $0.hasSuffix(".cover") })
        try store.write(Array("[]".utf8), to: folder.appending(name))
        phone.device.advance(by: .seconds(8 * 24 * 3_600))
        try phone.device.unlock()
        try phone.notifications.advance()
        #expect(try phone.classes(".A") == [])
    }

    @Test("N-69: with damaged settings nothing is shown rather than everything")
    func row69() async throws {
        let phone = try NotifiedPhone(previews: .always)
        try await phone.push()
        let store = try #require(try phone.device.documents.existing())
        try store.write(
            Array("{}".utf8),
            to: "/Notifications/com.example.mail/settings.json",
            as: ProtectionClass.none
        )
        let screen = try phone.notifications.screen(at: .lockScreen)
        #expect(screen.entries == [])
        #expect(screen.failures.mapValues(\.code) == [phone.mail: .authenticationFailure])
        await #expect(throws: ProtectionError.self) { try await phone.push() }
    }

    @Test(
        "a damaged content or cover keeps nobody from seeing the rest",
        arguments: [".A", ".cover"]
    )
    func damage(end: String) throws {
        let phone = try NotifiedPhone()
        try phone.add("a", "one")
        let store = try #require(try phone.device.documents.existing())
        let folder = DevicePath("/Notifications/com.example.mail")
        let name = try #require(try store.names(in: folder).first { $0.hasSuffix(end) })
        try store.write(Array("[]".utf8), to: folder.appending(name))
        try phone.add("b", "two")
        #expect(try phone.bodies().contains("two"))
        try phone.center.removeDelivered()
        #expect(try phone.classes(end) == [])
    }

    @Test("a title that its category lets show no longer is locked with the rest")
    func withdrawnTitle() throws {
        let phone = try NotifiedPhone()
        let options: NotificationCategory.Options = [
            .hiddenPreviewsShowTitle, .hiddenPreviewsShowSubtitle,
        ]
        try phone.center.setCategories([NotificationCategory("m", options: options)])
        try phone.add("a", category: "m")
        try phone.enter(.locked)
        #expect(try phone.documents(holding: "Ann").count == 1)
        try phone.center.setCategories([NotificationCategory("m")])
        #expect(try phone.documents(holding: "Ann") == [])
        try phone.device.unlock()
        #expect(try phone.center.delivered().first?.content?.title == "Ann")
    }

    @Test("N-70: a file that is locked is not shown along")
    func row70() throws {
        let phone = try NotifiedPhone(previews: .always)
        let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 0, count: 64)
        try phone.device.files.write(picture, to: "/a.jpg", as: .complete)
        var content = NotificationContent(title: "Ann", body: "look")
        content.attachments = [NotificationContent.Attachment("a", "/a.jpg")]
        try phone.center.add(NotificationRequest("a", content))
        #expect(try phone.notifications.screen(at: .lockScreen).entries[0].attachments.count == 1)
        try phone.enter(.locked)
        let entry = try phone.notifications.screen(at: .lockScreen).entries[0]
        #expect(entry.body == "look")
        #expect(entry.attachments.isEmpty)
    }

    enum Fate: CaseIterable {
        case noFolder, fileForFolder, folderForFile, locked
    }

    @Test("whatever became of a file, the screen shows the text", arguments: Fate.allCases)
    func attachmentGone(fate: Fate) throws {
        let phone = try NotifiedPhone(previews: .always)
        let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 0, count: 64)
        let files = phone.device.files
        try files.makeDirectory("/folder")
        try files.write(picture, to: "/folder/a.jpg")
        var content = NotificationContent(title: "Ann", body: "look")
        content.attachments = [NotificationContent.Attachment("a", "/folder/a.jpg")]
        try phone.center.add(NotificationRequest("a", content))
        try files.remove("/folder/a.jpg")
        switch fate {
        case .noFolder: try files.removeDirectory("/folder")
        case .fileForFolder:
            try files.removeDirectory("/folder")
            try files.write([1], to: "/folder")
        case .folderForFile: try files.makeDirectory("/folder/a.jpg")
        case .locked: try phone.enter(.locked)
        }
        let entry = try #require(phone.notifications.screen(at: .lockScreen).entries.first)
        #expect(entry.body == "look" && entry.attachments.isEmpty)
    }

    @Test("two ways to write an accent are one identifier")
    func accents() async throws {
        let phone = try NotifiedPhone(previews: .always)
        try phone.add("\u{E9}", "one")
        try await phone.push("two", as: "e\u{301}")
        #expect(try phone.bodies() == ["two"])
        try phone.center.removeDelivered(["\u{E9}"])
        #expect(try phone.bodies() == [])
    }

    @Test(
        "attachments are pictures, sounds and films of the device",
        arguments: [
            ("/missing.jpg", ErrorCode.invalidArgument), ("/text.jpg", .invalidArgument),
            ("/folder", .invalidArgument), ("/large.jpg", .limitExceeded),
            ("/text.jpg/a.jpg", .invalidArgument), ("/missing/a.jpg", .invalidArgument),
        ]
    )
    func attachments(path: String, code: ErrorCode) throws {
        let phone = try NotifiedPhone()
        let files = phone.device.files
        try files.write(Array("hello, world, hello".utf8), to: "/text.jpg")
        try files.makeDirectory("/folder")
        let large = [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0, count: 10_000_000)
        try files.write(large, to: "/large.jpg")
        var content = NotificationContent(body: "look")
        content.attachments = [NotificationContent.Attachment("a", try DevicePath(path))]
        let request = try NotificationRequest("a", content)
        #expect(refusal { try phone.center.add(request) } == code)
        #expect(try phone.center.delivered().isEmpty)
    }
}

extension NotifiedPhone {
    /// How many contents there are on a disk, whole or left over.
    fileprivate func contents(_ documents: DeviceDocuments) throws -> Int {
        let folder = try DevicePath("/Notifications/\(mail)")
        guard let store = try documents.existing(), let names = try? store.names(in: folder) else {
            return 0
        }
        return names.filter { $0.hasSuffix(".A") || $0.hasSuffix(".B") }.count
    }
}
