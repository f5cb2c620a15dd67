import CloudRecords
import ProtectionModel
import TestSupport
import Testing

@Suite("subscriptions (rows R-73 to R-79, R-88)", .everyEngine)
struct SubscriptionRows {
    /// A cloud in which the schema knows notes: a title, a number, and an encrypted text.
    private func cloud(
        _ adjust: (inout RecordLimits) -> Void = { _ in }
    ) throws -> CloudTrial {
        let trial = try CloudTrial(adjust)
        try trial.promote(
            """
            RECORD TYPE Note (
                "___recordID" REFERENCE QUERYABLE,
                title STRING QUERYABLE, number INT64 QUERYABLE, secret ENCRYPTED STRING,
                picture ASSET, tags LIST<STRING> QUERYABLE,
                GRANT READ TO "_world", GRANT CREATE TO "_icloud", GRANT WRITE TO "_creator"
            );
            RECORD TYPE Diary (
                "___recordID" REFERENCE QUERYABLE, title STRING QUERYABLE,
                GRANT CREATE TO "_icloud", GRANT READ, WRITE TO "_creator"
            );
            """
        )
        return trial
    }

    private func code(_ database: RecordDatabase, _ subscription: RecordSubscription) -> ErrorCode?
    {
        refusal { try database.save(subscription) }
    }

    private func query(
        _ change: RecordNotification.Change,
        _ name: String
    )
        -> RecordNotification.Subject
    {
        .query(change, .note(name), fields: [:])
    }

    // MARK: Who is told

    @Test("R-73: another device of the user is told once, and not the one that saved")
    func otherDevice() throws {
        let trial = try cloud()
        let phone = try trial.told(at: 1).database(.private)
        let tablet = try trial.told(at: 2).database(.private)
        try phone.makeZone(.notes)
        try phone.save(.notes(title: "x", on: .creation))
        try tablet.save(.note("a", title: "X"))
        #expect(
            try trial.pushes() == [
                Told(device: 1, subscription: "s", subject: query(.creation, "a"))
            ]
        )
        #expect(try trial.pushes().isEmpty)
        // The subscription is the user's: who saved it makes no difference.
        try phone.save(.note("b", title: "x"))
        #expect(try trial.pushes().map(\.device) == [2])
    }

    @Test("R-73: nobody is told of what the predicate does not hold for, or of other changes")
    func noMatch() throws {
        let trial = try cloud()
        let phone = try trial.told(at: 1).database(.private)
        let tablet = try trial.told(at: 2).database(.private)
        try phone.makeZone(.notes)
        try phone.makeZone(RecordZoneID("other"))
        try phone.save(.notes(title: "x", in: .notes, on: .creation))
        try tablet.save(.note("a", title: "y"))
        try tablet.save(.note("c", title: "y"))
        try tablet.save(Record("Diary", .note("d"), ["title": .string("x")]))
        try tablet.save(Record("Note", RecordID("e"), ["title": .string("x")]))
        let other = RecordID("f", in: RecordZoneID("other"))
        try tablet.save(Record("Note", other, ["title": .string("x")]))
        // A record that comes to match is not created.
        try tablet.save(.note("a", title: "x"), .allKeys)
        try tablet.remove(.note("a"))
        #expect(refusal { try tablet.save(.note("c", title: "x")) } == .serverRecordChanged)
        let failing = try tablet.change(saving: [.note("g", title: "x"), .note("c", title: "x")])
        #expect(failing.map(\.code) == [.batchFailed, .serverRecordChanged])
        #expect(try trial.pushes().isEmpty)
    }

    @Test("R-73: each kind of change fires for what it is, a removal for what the record was")
    func kinds() throws {
        for change in RecordNotification.Change.allCases {
            let trial = try cloud()
            let phone = try trial.told(at: 1).database(.private)
            let tablet = try trial.told(at: 2).database(.private)
            try phone.makeZone(.notes)
            let firing: [RecordSubscription.Firing] = [.creation, .update, .removal]
            let index = try #require(RecordNotification.Change.allCases.firstIndex(of: change))
            try phone.save(.notes(title: "x", on: firing[index]))
            try tablet.save(.note("a", title: "x"))
            try tablet.save(.note("a", title: "X"), .allKeys)
            let early = try trial.pushes().map(\.subject)
            #expect(early == (change == .removal ? [] : [query(change, "a")]))
            try tablet.save(.note("a", title: "y"), .allKeys)
            try tablet.remove(.note("a"))
            #expect(try trial.pushes().isEmpty)
            try tablet.save(.note("b", title: "x"))
            try tablet.remove(.note("b"))
            try tablet.remove(.note("b"))
            let late = try trial.pushes().map(\.subject)
            #expect(late == (change == .update ? [] : [query(change, "b")]))
        }
    }

    @Test("R-73: in public others are told, of what the schema lets them read")
    func publicly() throws {
        let trial = try cloud()
        let ada = try trial.told(at: 1).database(.public)
        let bob = try trial.told(.bob, at: 2).database(.public)
        try bob.save(.notes(on: .creation))
        let diary = RecordSubscription.Subject.query(type: "Diary", .always, in: nil, .creation)
        for database in [ada, bob] { try database.save(RecordSubscription("d", to: diary)) }
        _ = try trial.told(.eve, at: 3)
        try ada.save(Record("Note", RecordID("a")))
        try ada.save(Record("Diary", RecordID("mine")))
        let first = try trial.pushes()
        #expect(first.map(\.device) == [2])
        #expect(first.map(\.subscription) == ["s"])
        // Ada reads her own: her other device is told.
        _ = try trial.told(at: 4)
        try ada.save(Record("Diary", RecordID("hers")))
        let told = try trial.pushes()
        #expect(told.map(\.device) == [4])
        #expect(told.map(\.subscription) == ["d"])
    }

    @Test("R-73: private changes of another user, container or environment tell nobody")
    func strangers() throws {
        let trial = try cloud()
        let ada = try trial.told(at: 1).database(.private)
        try ada.makeZone(.notes)
        try ada.save(.notes())
        try ada.save(RecordSubscription("d", to: .database(type: nil)))
        let bob = try trial.told(.bob, at: 2).database(.private)
        try bob.makeZone(.notes)
        try bob.save(.note("a"))
        try trial.world(.bob).save(Record("Note", RecordID("a")))
        #expect(try trial.pushes().isEmpty)
        #expect(try trial.pushes(CloudTrial.shop).isEmpty)
        #expect(try bob.subscriptions().isEmpty)
        try bob.removeSubscription("s")
        #expect(try ada.subscriptions().count == 2)
    }

    @Test("R-73: a request that names no device leaves nobody out")
    func unnamed() throws {
        let trial = try cloud()
        let phone = try trial.told(at: 1).database(.private)
        _ = try trial.told(at: 2)
        try phone.makeZone(.notes)
        try phone.save(.notes())
        try trial.notes().save(.note("a"))
        #expect(try trial.pushes().map(\.device) == [1, 2])
    }

    @Test("a device tells nothing after it was unregistered, or another has signed in there")
    func signedOut() throws {
        let trial = try cloud()
        let account = CloudAccount(.ada)
        let (container, faults) = try trial.device(account, token: [1])
        try container.registerForPushes()
        try container.registerForPushes()
        let database = container.database(.private)
        try database.makeZone(.notes)
        try database.save(.notes())
        let other = try trial.notes()
        try other.save(.note("a"))
        // What waits for Ada is not for Bob's eyes.
        account.signIn(.bob)
        try container.registerForPushes()
        #expect(try trial.pushes().isEmpty)
        try other.save(.note("b"))
        #expect(try trial.pushes().isEmpty)
        account.signIn(.ada)
        try container.registerForPushes()
        try other.save(.note("c"))
        try container.unregisterForPushes()
        try other.save(.note("d"))
        #expect(try trial.pushes().isEmpty)
        account.signIn(nil)
        #expect(refusal { try container.registerForPushes() } == .notAuthenticated)
        #expect(faults.calls.last == .registerDevice)
        for token in [nil, [], [UInt8](repeating: 1, count: 257)] {
            let device = try trial.device(token: token).container
            #expect(refusal { try device.registerForPushes() } == .invalidArgument)
        }
    }

    // MARK: How often

    @Test("R-74: one that fires once has one push for two saves, and is gone then")
    func once() throws {
        let trial = try cloud()
        let phone = try trial.told(at: 1).database(.private)
        try phone.makeZone(.notes)
        try phone.save(.notes(on: [.creation, .once]))
        let (container, faults) = try trial.device(token: [2])
        let tablet = container.database(.private)
        // Neither the device that saved alone, nor a save that fails, uses it up.
        try phone.save(.note("own"))
        #expect(
            refusal { try tablet.save(Record("Note", .note("x"), ["title": .integer(1)])) } != nil
        )
        #expect(try phone.subscriptions().count == 1)
        // A lost answer and the repetition of the request make no second one.
        var plan = CloudFaults.Plan(.refused(.networkUnavailable))
        plan.moment = .afterCommit
        faults.plan(plan)
        let save = { try tablet.change(saving: [.note("a")], token: [1]).check() }
        #expect(refusal(save) == .networkUnavailable)
        try save()
        try tablet.save(.note("b"))
        #expect(try trial.pushes().map(\.subject) == [query(.creation, "a")])
        #expect(try phone.subscriptions().isEmpty)
        try phone.save(.notes(on: [.creation, .once]))
        try tablet.save(.note("c"))
        #expect(try trial.pushes().map(\.subject) == [query(.creation, "c")])
    }

    @Test("R-74: with a type alone and no change to fire for it is refused, as R-75 says")
    func onceAlone() throws {
        let trial = try cloud()
        #expect(code(try trial.notes(), try .notes(on: .once)) == .invalidArgument)
    }

    @Test("one commit is one push for each subscription, naming the last record")
    func coalesced() throws {
        let trial = try cloud()
        let phone = try trial.told(at: 1).database(.private)
        let tablet = try trial.told(at: 2).database(.private)
        try phone.makeZone(.notes)
        try phone.save(.notes("q", in: .notes))
        try phone.save(RecordSubscription("z", to: .zone(.notes, type: nil)))
        try phone.save(RecordSubscription("d", to: .database(type: nil)))
        try tablet.change(saving: ["a", "b", "c"].map { Record.note($0) }).check()
        #expect(
            try trial.pushes().map(\.subject) == [
                .database, query(.creation, "c"), .zone(.notes),
            ]
        )
        // The newest of a subscription takes the place of one that still waits.
        try tablet.save(.note("d"))
        try tablet.remove(.note("a"))
        #expect(
            try trial.pushes().map(\.subject) == [.database, query(.removal, "a"), .zone(.notes)]
        )
    }

    @Test("what goes with a removed record is told of, too")
    func cascade() throws {
        let trial = try CloudTrial()
        let phone = try trial.told(at: 1).database(.private)
        let tablet = try trial.told(at: 2).database(.private)
        try phone.makeZone(.notes)
        try tablet.save(.note("a"))
        let owner = RecordValue.reference(RecordReference(.note("a"), action: .deleteSelf))
        try tablet.save(Record("Part", .note("p"), ["owner": owner]))
        let subject = RecordSubscription.Subject.query(type: "Part", .always, in: nil, .removal)
        try trial.promote(
            """
            RECORD TYPE Note ("title" STRING QUERYABLE SEARCHABLE SORTABLE);
            RECORD TYPE Part ("___recordID" REFERENCE QUERYABLE, owner REFERENCE QUERYABLE);
            """
        )
        try phone.save(RecordSubscription("s", to: subject))
        try tablet.remove(.note("a"))
        #expect(try trial.pushes().map(\.subject) == [query(.removal, "p")])
    }

    // MARK: What is refused

    @Test("R-75: a query subscription without anything to fire for is refused")
    func firing() throws {
        let trial = try cloud()
        let database = try trial.notes()
        #expect(code(database, try .notes(on: [])) == .invalidArgument)
        let unknown = RecordSubscription.Firing(rawValue: 17)
        #expect(code(database, try .notes(on: unknown)) == .invalidArgument)
        #expect(try database.subscriptions().isEmpty)
    }

    @Test(
        "R-76: shared has no query and zone subscriptions, and public none of zones and databases"
    )
    func scopes() throws {
        let trial = try cloud()
        let container = try trial.container()
        let query = try RecordSubscription.notes("q")
        let zone = RecordSubscription("z", to: .zone(.notes, type: nil))
        let database = RecordSubscription("d", to: .database(type: nil))
        let shared = container.database(.shared)
        #expect(code(shared, query) == .invalidArgument)
        #expect(code(shared, zone) == .invalidArgument)
        #expect(code(shared, database) == nil)
        let world = container.database(.public)
        #expect(code(world, database) == .invalidArgument)
        #expect(code(world, zone) == .invalidArgument)
        #expect(code(world, query) == nil)
        #expect(try world.subscriptions() == [query])
        #expect(try shared.subscriptions() == [database])
        #expect(refusal { try trial.world(nil).save(query) } == .notAuthenticated)
        #expect(refusal { try trial.world(nil).subscriptions() } == .notAuthenticated)
    }

    @Test("a subscription to what there is not, or with a name that is none, is refused")
    func unknown() throws {
        let trial = try cloud { $0.subscriptionCount = 3 }
        let database = try trial.notes()
        let save = { code(database, RecordSubscription("s", to: $0)) }
        let predicate = try RecordPredicate(format: "other = 1")
        let sealed = try RecordPredicate(format: "secret = 'x'")
        #expect(save(.query(type: "Other", .always, in: nil, .update)) == .notFound)
        #expect(save(.query(type: "Users", .always, in: nil, .update)) == .invalidArgument)
        #expect(save(.query(type: "Note", predicate, in: nil, .update)) == .invalidArgument)
        #expect(save(.query(type: "Note", sealed, in: nil, .update)) == .malformedPredicate)
        let zone = RecordZoneID("none")
        #expect(save(.query(type: "Note", .always, in: zone, .update)) == .zoneNotFound)
        #expect(save(.zone(zone, type: nil)) == .zoneNotFound)
        #expect(save(.zone(.standard, type: nil)) == .invalidArgument)
        #expect(save(.zone(.notes, type: "no word")) == .invalidArgument)
        for id in ["", "_own", "a\nb", String(repeating: "x", count: 256)] {
            #expect(code(database, try .notes(id)) == .invalidArgument)
        }
        for id in ["a", "b", "c", "a"] { #expect(code(database, try .notes(id)) == nil) }
        #expect(code(database, try .notes("d")) == .limitExceeded)
        try database.removeSubscription("a")
        #expect(code(database, try .notes("d")) == nil)
    }

    // MARK: What a push says

    @Test("R-77: the push of a zone names the zone, and has no value, encrypted or not")
    func zonePush() throws {
        let trial = try cloud()
        let phone = try trial.told(at: 1).database(.private)
        let tablet = try trial.told(at: 2).database(.private)
        try phone.makeZone(.notes)
        try phone.makeZone(RecordZoneID("other"))
        try phone.save(RecordSubscription("z", to: .zone(.notes, type: nil)))
        try phone.save(RecordSubscription("t", to: .zone(.notes, type: "Diary")))
        let sealed = SealedValue(Array("sealed words".utf8), of: RecordFieldType(.string))
        let fields: [String: RecordValue] = ["secret": .sealed(sealed), "title": .string("clear")]
        try tablet.save(Record("Note", .note("who"), fields))
        try tablet.save(Record("Note", RecordID("a", in: RecordZoneID("other")), fields))
        let pushes = try trial.payloads()
        #expect(pushes.count == 1)
        let payload = String(decoding: try #require(pushes.first).payload, as: UTF8.self)
        #expect(payload.contains(#""zid":"notes""#))
        for word in ["sealed words", "clear", "secret", "who", "Note"] {
            #expect(!payload.contains(word), "\(word)")
        }
        let alert = RecordSubscription.Text.localized(key: "k", arguments: ["title"])
        for notification in [
            RecordSubscription.Notification(keys: ["title"]), .init(keys: [], alert: alert),
        ] {
            let zone = RecordSubscription("x", to: .zone(.notes, type: "Note"), notification)
            #expect(code(phone, zone) == .invalidArgument)
            let database = RecordSubscription("x", to: .database(type: "Note"), notification)
            #expect(code(phone, database) == .invalidArgument)
        }
    }

    @Test("R-78: values of encrypted fields are in no push, whether desired or in the alert")
    func encrypted() throws {
        let trial = try cloud()
        let database = try trial.notes()
        let alert = RecordSubscription.Text.localized(key: "k", arguments: ["title", "secret"])
        var title = RecordSubscription.Notification()
        title.title = alert
        for notification in [
            RecordSubscription.Notification(keys: ["title", "secret"]),
            .init(keys: [], alert: alert),
            title,
        ] {
            #expect(code(database, try .notes("s", on: .update, notification)) == .invalidArgument)
        }
        // Nor of those that are not known, and may come to be encrypted.
        for key in ["later", "picture", "tags", "___etag", ""] {
            let notification = RecordSubscription.Notification(keys: [key])
            #expect(code(database, try .notes("s", on: .update, notification)) == .invalidArgument)
        }
        #expect(try database.subscriptions().isEmpty)
    }

    @Test("R-79: values of plain fields are kept, in the push, and listed as exposed in pushes")
    func plain() throws {
        let trial = try cloud()
        let phone = try trial.told(at: 1).database(.private)
        let tablet = try trial.told(at: 2).database(.private)
        try phone.makeZone(.notes)
        var notification = RecordSubscription.Notification(
            keys: ["number", "title"],
            alert: .localized(key: "NEW %@", arguments: ["title"])
        )
        notification.sound = "default"
        let subscription = try RecordSubscription.notes("s", on: .creation, notification)
        try phone.save(subscription)
        #expect(try phone.subscriptions() == [subscription])
        #expect(subscription.exposedKeys == ["number", "title"])
        let exposure = try trial.service.exposure(of: CloudTrial.notes)
        for type in exposure.types {
            let names = type.fields.filter(\.isInPushes).map(\.name).sorted()
            #expect(names == (type.name == "Note" ? ["number", "title"] : []))
        }
        try tablet.save(
            Record("Note", .note("a"), ["title": .string("Hi"), "number": .integer(7)])
        )
        let push = try #require(try trial.payloads().first)
        let read = try #require(try RecordNotification(reading: push.payload))
        let fields: [String: RecordValue] = ["title": .string("Hi"), "number": .integer(7)]
        #expect(read.subject == .query(.creation, .note("a"), fields: fields))
        #expect(!read.isPruned && read.identifier == push.identifier && read.scope == .private)
        let json = String(decoding: push.payload, as: UTF8.self)
        #expect(
            json.contains(
                #""aps":{"alert":{"loc-args":["Hi"],"loc-key":"NEW %@"},"sound":"default"}"#
            )
        )
    }

    @Test("the number on the icon grows with each push until the app sets it")
    func badge() throws {
        let trial = try cloud()
        let container = try trial.told(at: 1)
        let phone = container.database(.private)
        try phone.makeZone(.notes)
        var notification = RecordSubscription.Notification()
        notification.countsBadge = true
        try phone.save(.notes("s", on: .creation, notification))
        let badges = {
            try trial.payloads().map { String(decoding: $0.payload, as: UTF8.self) }
        }
        for number in 1...3 {
            try trial.notes().save(.note("a\(number)"))
            #expect(try badges().map { $0.contains("\"badge\":\(number)}") } == [true])
        }
        try container.setBadge(0)
        try trial.notes().save(.note("b"))
        #expect(try badges().map { $0.contains("\"badge\":1}") } == [true])
    }

    @Test("what a push has no room for is left out, values first, and the app is told so")
    func pruned() throws {
        let trial = try cloud()
        let phone = try trial.told(at: 1).database(.private)
        let tablet = try trial.told(at: 2).database(.private)
        try phone.makeZone(.notes)
        let text = String(repeating: "\u{1}\"", count: 256)
        var worst = RecordSubscription.Notification(
            keys: ["title"],
            alert: .localized(key: text, arguments: ["title"])
        )
        worst.title = .plain(text)
        worst.sound = text
        worst.category = text
        let id = { (text: String) in String(repeating: text, count: 255) }
        try phone.save(.notes("values", on: .creation, .init(keys: ["title"])))
        try phone.save(.notes(id("\""), on: .creation, worst))
        let title = RecordValue.string(String(repeating: "é", count: 3_000))
        try tablet.save(Record("Note", .note(id("\\")), ["title": title]))
        let pushes = try trial.payloads()
        #expect(pushes.count == 2)
        for push in pushes {
            #expect(push.payload.count <= 4_096)
            let read = try #require(try RecordNotification(reading: push.payload))
            #expect(read.isPruned)
            let isLong = read.subscription != "values"
            let record = isLong ? nil : RecordID.note(id("\\"))
            #expect(read.subject == .query(.creation, record, fields: [:]))
        }
    }

    @Test("a text of a notification is neither empty nor long")
    func texts() throws {
        let trial = try cloud()
        let database = try trial.notes()
        for (text, expected) in [
            ("", ErrorCode.invalidArgument), (String(repeating: "x", count: 513), .limitExceeded),
        ] {
            var sound = RecordSubscription.Notification()
            sound.sound = text
            var category = RecordSubscription.Notification()
            category.category = text
            for notification in [sound, category, .init(keys: [], alert: .plain(text))] {
                #expect(code(database, try .notes("s", on: .update, notification)) == expected)
            }
        }
        let many = RecordSubscription.Notification(keys: Array(repeating: "title", count: 5_000))
        #expect(code(database, try .notes("s", on: .update, many)) == .limitExceeded)
    }

    // MARK: Delivery

    @Test("a push that was not handed over waits, with its identifier, and those behind it")
    func crash() throws {
        struct Crash: Error {}
        let trial = try cloud()
        let phone = try trial.told(at: 1).database(.private)
        try phone.makeZone(.notes)
        try phone.save(.notes(on: [.creation, .once]))
        try phone.save(RecordSubscription("d", to: .database(type: nil)))
        try trial.notes().save(.note("a"))
        var identifiers: [String] = []
        #expect(throws: Crash.self) {
            try trial.service.deliverPushes(of: CloudTrial.notes) {
                identifiers.append($0.identifier)
                throw Crash()
            }
        }
        let pushes = try trial.payloads()
        #expect(pushes.count == 2)
        #expect(identifiers == pushes.prefix(1).map(\.identifier))
        #expect(Set(pushes.map(\.identifier)).count == 2)
    }

    @Test("with a subscription that was removed go the pushes that wait for it")
    func removed() throws {
        let trial = try cloud()
        let phone = try trial.told(at: 1).database(.private)
        try phone.makeZone(.notes)
        try phone.save(.notes())
        try trial.notes().save(.note("a"))
        try phone.removeSubscription("s")
        try phone.removeSubscription("s")
        #expect(try trial.pushes().isEmpty)
    }

    @Test("zones that are made, removed or lost tell who watches the database")
    func zones() throws {
        let trial = try cloud()
        let phone = try trial.told(at: 1).database(.private)
        let tablet = try trial.told(at: 2).database(.private)
        try phone.save(RecordSubscription("d", to: .database(type: nil)))
        try phone.save(RecordSubscription("t", to: .database(type: "Note")))
        let told = { try trial.pushes().map { "\($0.device)\($0.subscription)" } }
        try tablet.makeZone(.notes)
        #expect(try told() == ["1d"])
        try tablet.makeZone(.notes)
        #expect(try told().isEmpty)
        try tablet.removeZone(.notes)
        #expect(try told() == ["1d"])
        #expect(refusal { try tablet.removeZone(.notes) } == .zoneNotFound)
        try tablet.makeZone(.notes)
        _ = try told()
        try trial.service.removeData(of: "ada@cloud", in: CloudTrial.notes)
        #expect(try told() == ["1d", "2d"])
    }

    @Test("R-88: with the user go subscriptions, devices and pushes, and others' stay")
    func erased() throws {
        let trial = try cloud()
        let token = Array("tokenOfHers".utf8)
        let ada = try trial.device(token: token).container
        try ada.registerForPushes()
        let bob = try trial.told(.bob, at: 2)
        let id = try ada.userID()
        try ada.database(.private).makeZone(.notes)
        let words = try RecordSubscription.notes("hers", title: "her words")
        for scope in [DatabaseScope.private, .public] { try ada.database(scope).save(words) }
        try ada.database(.shared).save(RecordSubscription("theirs", to: .database(type: nil)))
        try bob.database(.public).save(.notes("his"))
        let note = { Record("Note", RecordID($0), ["title": .string("her words")]) }
        try trial.notes().save(.note("a", title: "her words"))
        try bob.database(.public).save(note("b"))
        try trial.service.eraseUser("ada@cloud", in: CloudTrial.notes)
        let text = trial.engine.backup().text
        for trace in [id.name, "\(token)", "tokenOfHers", "hers", "theirs"] {
            let isLeft = text.contains(trace)
            #expect(!isLeft, "\(trace)")
        }
        #expect(try trial.pushes().isEmpty)
        try trial.world(.eve).save(note("c"))
        #expect(try trial.pushes().map(\.device) == [2])
    }

    @Test(
        "a body with another version, another length or a changed byte is no subscription it was not"
    )
    func bodies() throws {
        let trial = try cloud()
        let database = try trial.notes()
        try database.save(.notes(title: "x", in: .notes, on: [.update, .once]))
        let owner = try trial.container().userID().name
        let key = DatabaseKey(scope: .private, owner: owner)
        let stored = try trial.engine.engine.read(CloudTrial.notes) {
            try $0.subscriptions(of: owner, to: key)
        }
        let original = try #require(stored.first)
        var mutator = Mutator(seed: 75)
        for _ in 0..<Mutator.iterationCount / 10 {
            let body = mutator.mutate(original.body)
            try trial.engine.engine.write(CloudTrial.notes, locking: nil) {
                try $0.put(StoredSubscription(original.key, type: "Note", body: body))
            }
            // Whatever it is now: it is written again as it is read, or keeps nobody from saving.
            for subscription in try database.subscriptions() {
                _ = refusal { try database.save(subscription) }
            }
            try database.save(.note("a"), .allKeys)
        }
    }

    @Test("no bytes are a push that crashes its reader", .timeLimit(.minutes(30)))
    func fuzz() throws {
        let trial = try cloud()
        let phone = try trial.told(at: 1).database(.private)
        try phone.makeZone(.notes)
        try phone.save(.notes("s", on: .creation, .init(keys: ["title", "number"])))
        try trial.notes().save(Record("Note", .note("a"), ["number": .integer(1)]))
        let payload = try #require(try trial.payloads().first).payload
        var mutator = Mutator(seed: 79)
        for _ in 0..<Mutator.iterationCount {
            let mutant = mutator.mutate(payload)
            let code = refusal { try RecordNotification(reading: mutant) }
            #expect(code == nil || code == .malformedPayload)
        }
    }
}
