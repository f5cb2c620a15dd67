import DeviceIdentifiers
import Foundation
import ProtectedNotifications
import ProtectionModel
import TestSupport
import Testing

/// Payloads, registrations and sealed parts of any bytes: nothing ends the process, nothing that was
/// sealed is shown as text, and nothing that was there is deleted.
@Suite("Fuzzing pushes")
struct PushFuzzTests {
    private static let seeds: Range<UInt64> = 0..<4
    private static var count: Int { Mutator.iterationCount / seeds.count }

    private static let payloads = [
        #"{"aps":{"alert":"hello"}}"#,
        #"""
        {"aps":{"alert":{"title":"Ann","subtitle":"Lunch","loc-key":"M","loc-args":["1","%2$@"]},"badge":3,
        "sound":{"critical":1,"name":"a","volume":0.5},"thread-id":"t","category":"c","mutable-content":1,
        "content-available":1,"interruption-level":"time-sensitive","relevance-score":0.5},"id":[1,null,{"a":true}]}
        """#,
        #"{"aps":{"content-available":1},"encrypted-content":"AQID","x":"\u00e9\n"}"#,
    ]

    @Test("a payload of any bytes is read or refused", arguments: seeds)
    func payloads(seed: UInt64) throws {
        var mutator = Mutator(seed: seed)
        let refusals: [ErrorCode] = [.malformedPayload, .payloadTooLarge]
        for round in 0..<Self.count {
            let whole = Array(Self.payloads[round % Self.payloads.count].utf8)
            let bytes = mutator.mutate(whole)
            let code = refusal {
                let payload = try RemotePayload(reading: bytes, .init(), words: ["M": "%@ of %2$@"])
                _ = payload.runsExtension
                return payload
            }
            if let code, !refusals.contains(code) {
                Issue.record("seed \(seed), round \(round): \(code)")
            }
        }
    }

    @Test("a registration of any bytes is read as it was, or refused", arguments: seeds)
    func registrations(seed: UInt64) throws {
        let phone = try NotifiedPhone()
        let classes: Set<ProtectionClass> = [.complete, .completeUntilFirstUserAuthentication]
        let whole = try phone.center.register(classes, team: "ABCDE12345").json
        var mutator = Mutator(seed: seed)
        let refusals: [ErrorCode] = [.invalidArgument, .unsupportedVersion]
        for round in 0..<Self.count {
            let bytes = mutator.mutate(whole)
            let code = refusal {
                let read = try PushRegistration(reading: bytes)
                #expect(try PushRegistration(reading: read.json) == read)
            }
            if let code, !refusals.contains(code) {
                Issue.record("seed \(seed), round \(round): \(code)")
            }
        }
    }

    @Test(
        "a sealed part of any bytes is never opened, shown or kept, and nothing goes",
        arguments: seeds
    )
    func sealedParts(seed: UInt64) async throws {
        let phone = try NotifiedPhone(previews: .always)
        let message = PushMessage(
            NotificationContent(body: "The code is 2580"),
            sent: Timestamp(seconds: 1),
            sequence: 1,
            identifier: "m"
        )
        let whole = try SealedPush.seal(message, to: phone.center.register(), .init()).text
        try phone.add("kept", "kept")
        var mutator = Mutator(seed: seed)
        // Each is a push to a device; the text itself is read more often below.
        for round in 0..<max(20, Self.count / 100) {
            let text = String(decoding: mutator.mutate(Array(whole.utf8)), as: UTF8.self)
            guard text != whole, let quoted = try? JSONEncoder().encode(text) else { continue }
            let json =
                #"{"aps":{"alert":"raw","mutable-content":1},"encrypted-content":"#
                + String(decoding: quoted, as: UTF8.self) + "}"
            guard let payload = try? phone.payload(json: json, collapseID: "same") else { continue }
            let outcome = try await phone.notifications.push(payload, to: phone.mail)
            #expect(outcome.ending == .original, "seed \(seed), round \(round)")
            #expect(try phone.bodies().sorted() == ["kept", "raw"], "seed \(seed), round \(round)")
        }
        for round in 0..<Self.count {
            let text = String(decoding: mutator.mutate(Array(whole.utf8)), as: UTF8.self)
            let code = refusal { try SealedPush(reading: text) }
            #expect(
                code == nil || code == .authenticationFailure,
                "seed \(seed), round \(round): \(String(describing: code))"
            )
        }
    }
}
