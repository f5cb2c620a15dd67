import DeviceIdentifiers
import DeviceSimulation
import Preferences
import ProtectedNotifications
import ProtectedStore
import ProtectionModel
import TestSupport
import Testing

@Suite("Contents that cannot be kept (rows N-36, N-38, N-70)")
struct UnstorableRows {
    enum Fault: CaseIterable {
        case number, volume, badge, integer, depth, marks

        func apply(to content: inout NotificationContent) {
            switch self {
            case .number: content.relevanceScore = .nan
            case .volume: content.sound = .critical(name: nil, volume: .infinity)
            case .badge: content.badge = -5
            case .integer: content.userInfo["a"] = .integer(.max)
            case .depth:
                content.userInfo["a"] = (0..<200).reduce(.integer(1)) { value, _ in .array([value])
                }
            case .marks:
                content.userInfo["a"] = .string("a" + String(repeating: "\u{301}", count: 40))
            }
        }
    }

    private let mutable = #"{"aps":{"alert":"raw","mutable-content":1,"badge":3}}"#

    private func push(
        _ phone: NotifiedPhone,
        answering change: @escaping @Sendable (inout NotificationContent) -> Void
    ) async throws -> PushOutcome {
        let payload = try phone.payload(json: mutable)
        return try await phone.notifications.push(payload, to: phone.mail) { request in
            var content = NotificationContent(body: "opened")
            change(&content)
            var run = ServiceRun(request, canFilter: false)
            _ = run.take(.started, at: .zero)
            _ = run.take(.answered(content), at: .zero)
            guard let outcome = run.outcome else { fatalError("the run has ended") }
            return outcome
        }
    }

    @Test("a request is refused, and the others are as they were", arguments: Fault.allCases)
    func request(fault: Fault) throws {
        let phone = try NotifiedPhone()
        let later = NotificationTrigger.interval(.seconds(60), repeats: false)
        try phone.add("b", "b", later)
        for trigger in [later, nil] {
            var content = NotificationContent(body: "a")
            fault.apply(to: &content)
            #expect(
                refusal { try phone.center.add(NotificationRequest("a", content, trigger)) }
                    == .invalidArgument
            )
        }
        #expect(try phone.center.pending().map(\.request.identifier) == ["b"])
        #expect(try phone.bodies() == [])
    }

    @Test("what is larger than a content may be is refused, and nothing else is lost")
    func tooLarge() throws {
        let phone = try NotifiedPhone(previews: .always)
        let later = NotificationTrigger.interval(.seconds(60), repeats: false)
        func add(_ identifier: String, _ count: Int) throws {
            var content = NotificationContent(body: "x")
            content.userInfo["a"] = .string(String(repeating: "a", count: count))
            try phone.center.add(NotificationRequest(identifier, content, later))
        }
        #expect(refusal { try add("large", 60_000) } == .limitExceeded)
        for number in 0..<64 { try add("\(number)", 45_000) }
        #expect(try phone.center.pending().count == 64)
        // As large, in a document that has no limit of its own.
        let categories = try (0..<300).map {
            try NotificationCategory(
                "\($0)",
                hiddenPreviewsBodyPlaceholder: String(repeating: "a", count: 65_000)
            )
        }
        try phone.center.setCategories([NotificationCategory("a")])
        #expect(refusal { try phone.center.setCategories(categories) } == .limitExceeded)
        #expect(try phone.center.categories().map(\.identifier) == ["a"])
    }

    @Test(
        "an extension that answers so has failed: the original is shown",
        arguments: Fault.allCases
    )
    func answer(fault: Fault) async throws {
        let phone = try NotifiedPhone(previews: .always)
        let outcome = try await push(phone) { fault.apply(to: &$0) }
        #expect(outcome.ending == .original)
        #expect(outcome.notes.count == 1)
        #expect(try phone.bodies() == ["raw"])
        #expect(try phone.center.badge() == 3)
    }

    @Test("of an extension's attachments those are kept that an app's request may have")
    func attachments() async throws {
        let phone = try NotifiedPhone(previews: .always)
        let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 0, count: 64)
        try phone.device.files.write(Array("hello, world, hello".utf8), to: "/text.jpg")
        try phone.device.files.write(picture, to: "/a.jpg", as: .complete)
        try phone.enter(.locked)
        _ = try await push(phone) {
            $0.attachments = [.init("a", "/text.jpg"), .init("b", "/a.jpg"), .init("c", "/c.jpg")]
        }
        try phone.device.unlock()
        let entry = try phone.notifications.screen(at: .center).entries[0]
        #expect(entry.body == "opened")
        #expect(entry.attachments.map(\.identifier) == ["b"])
    }
}
