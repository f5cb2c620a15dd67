import CloudRecords
import ProtectionTesting
import Testing

@Suite("Example: contacts that synchronize by CloudKit")
struct ContactTests {
    @Test("mended: whatever request fails, each contact is in the cloud once")
    func everyRequest() async throws {
        try await failAtEveryRequest { cloud in
            CarefulContacts(clock: cloud.device.clock)
        } running: { contacts, cloud in
            await contacts.add("Ada")
            await contacts.add("Bob")
            try await contacts.sync()
        } verifying: { contacts, cloud in
            try await contacts.sync()  // as the app does the next time
            #expect(await contacts.names == ["Ada", "Bob"])
        }
    }

    @Test("mended: what another device has changed meanwhile stays")
    func everySave() async throws {
        try await conflictAtEverySave { cloud in
            let contacts = CarefulContacts(clock: cloud.device.clock)
            await contacts.add("Ada")
            try await contacts.sync()
            return contacts
        } another: { record in
            record["phone"] = .string("+44 20 7946 0000")
        } running: { contacts, cloud in
            await contacts.rename("Ada", to: "Ada Lovelace")
            try await contacts.sync()
        } verifying: { contacts, cloud in
            try await contacts.sync()
            #expect(await contacts.names == ["Ada Lovelace"])
        }
    }

    @Test("mended: after the user's keys were reset all is there again, and after a removal nothing is sent")
    func lost() async throws {
        let cloud = try TestCloud()
        try await cloud.whileCurrent(on: cloud.device) {
            let contacts = CarefulContacts(clock: cloud.device.clock)
            await contacts.add("Ada")
            try await contacts.sync()
            try cloud.resetKeys()
            for _ in 0..<2 { try? await contacts.sync() }
            #expect(cloud.places(of: "Ada").count == 1)
            try cloud.removeData()
            for _ in 0..<2 { try? await contacts.sync() }
            #expect(cloud.places(of: "Ada").isEmpty)  // not without asking the user
        }
    }

    @Test("careless: a contact whose answer was lost is there twice")
    func twice() async {
        await expectFailure(containing: "'Contact' name \"Ada\" was saved twice") {
            try await failAtEveryRequest(with: [.answerLost]) { cloud in
                let contacts = CarelessContacts()
                try await contacts.prepare()
                return contacts
            } running: { contacts, cloud in
                try await contacts.add("Ada")
            } verifying: { contacts, cloud in
                try await contacts.fetch()
            }
        }
    }

    @Test("careless: a busy cloud is asked at once")
    func early() async {
        await expectFailure(containing: "a busy cloud was asked again 3 s before", "lost") {
            try await failAtEveryRequest(with: [.zoneBusy]) { cloud in
                let contacts = CarelessContacts()
                try await contacts.prepare()
                return contacts
            } running: { contacts, cloud in
                try await contacts.add("Ada")
            } verifying: { contacts, cloud in
                try await contacts.fetch()
            }
        }
    }

    @Test("careless: a save of all keys overwrites what another device has changed")
    func overwritten() async {
        await expectFailure(containing: "'phone' of 'Contact'") {
            try await conflictAtEverySave { cloud in
                let contacts = CarelessContacts()
                try await contacts.prepare()
                try await contacts.add("Ada")
                try Self.addPhone("+44 20 7946 0000", cloud)
                try await contacts.fetch()
                return contacts
            } another: { record in
                record["phone"] = .string("+44 20 7946 0001")
            } running: { contacts, cloud in
                try await contacts.rename("Ada", to: "Ada Lovelace")
            } verifying: { contacts, cloud in
                try await contacts.fetch()
            }
        }
    }

    /// What the app's version for the desk has saved.
    private static func addPhone(_ number: String, _ cloud: TestCloud) throws {
        let desk = try cloud.client(on: cloud.device).database(.private)
        for known in cloud.serverRecords where known.type == "Contact" {
            var contact = try desk.record(known.id)
            contact["phone"] = .string(number)
            try desk.save(contact)
        }
    }
}
