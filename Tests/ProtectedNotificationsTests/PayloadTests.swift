import Preferences
import ProtectedNotifications
import ProtectionModel
import Testing

@Suite("Payloads of a push service")
struct PayloadTests {
    private func read(
        _ text: String,
        _ headers: RemotePayload.Headers? = nil,
        words: [String: String] = [:]
    ) throws(ProtectionError) -> RemotePayload {
        let usual = try RemotePayload.Headers()
        return try RemotePayload(reading: Array(text.utf8), headers ?? usual, words: words)
    }

    private func code(_ body: () throws -> Void) -> ErrorCode? {
        do {
            try body()
            return nil
        } catch { return (error as? ProtectionError)?.code }
    }

    @Test("everything that Apple names is read")
    func all() throws {
        let payload = try read(
            """
            {"aps": {"alert": {"title": "Ann", "subtitle": "Lunch", "body": "At 1?"}, "badge": 3,
             "sound": {"critical": 1, "name": "bell.aiff", "volume": 0.5}, "thread-id": "ann",
             "category": "message", "mutable-content": 1, "content-available": 1,
             "interruption-level": "time-sensitive", "relevance-score": 0.25, "x-new": true},
             "encrypted-content": "AQ", "message": {"id": 7, "tags": ["a", null, 1.5], "read": false}}
            """
        )
        #expect(payload.content.title == "Ann")
        #expect(payload.content.subtitle == "Lunch")
        #expect(payload.content.body == "At 1?")
        #expect(payload.content.badge == 3)
        #expect(payload.content.sound == .critical(name: "bell.aiff", volume: 0.5))
        #expect(payload.content.threadIdentifier == "ann")
        #expect(payload.content.categoryIdentifier == "message")
        #expect(payload.content.interruptionLevel == .timeSensitive)
        #expect(payload.content.relevanceScore == 0.25)
        #expect(payload.hasAlert && payload.isMutable && payload.wakesApp && payload.runsExtension)
        #expect(payload.sealedText == "AQ")
        #expect(payload.unknownKeys == ["x-new"])
        let message: [String: PreferenceValue] = [
            "id": .integer(7), "tags": .array([.string("a"), .real(1.5)]), "read": .boolean(false),
        ]
        #expect(payload.content.userInfo == ["message": .dictionary(message)])
    }

    @Test("an alert may be a text, and words are the app's")
    func words() throws {
        #expect(try read(#"{"aps": {"alert": "Hello"}}"#).content.body == "Hello")
        let payload = try read(
            #"{"aps": {"alert": {"loc-key": "NEW", "loc-args": ["Ann", "2"], "title-loc-key": "T"}}}"#,
            words: ["NEW": "%2$@ from %1$@"]
        )
        #expect(payload.content.body == "2 from Ann")
        // The key itself where the app has no word for it.
        #expect(payload.content.title == "T")
        let plain = try read(
            #"{"aps": {"alert": {"loc-key": "NEW", "loc-args": ["Ann", "Bob"]}}}"#,
            words: ["NEW": "%@ and %@"]
        )
        #expect(plain.content.body == "Ann and Bob")
    }

    @Test(
        "an argument is never taken for a format",
        arguments: [
            ("%@ and %@", ["%@", "Bob"], "%@ and Bob"), ("%1$@", ["%2$@%2$@", "x"], "%2$@%2$@"),
            ("%2$@ %1$@", ["a", "b"], "b a"), ("%3$@|%0$@|%@|%@", ["a"], "||a|"),
            ("100% of %d %", ["a"], "100% of %d %"), ("100%% of %@", ["a"], "100% of a"),
            ("%%1$@", ["a"], "%1$@"),
            ("%99999999999999999999$@", ["a"], "%99999999999999999999$@"),
        ]
    )
    func arguments(format: String, arguments: [String], text: String) throws {
        let list = arguments.map { "\"\($0)\"" }.joined(separator: ",")
        let payload = try read(
            #"{"aps": {"alert": {"loc-key": "NEW", "loc-args": [\#(list)]}}}"#,
            words: ["NEW": format]
        )
        #expect(payload.content.body == text)
    }

    @Test(
        "a text that its arguments make too long is refused",
        arguments: [
            (String(repeating: "%1$@", count: 400), String(repeating: "a", count: 1_500)),
            ("a" + String(repeating: "%1$@", count: 16), String(repeating: "\u{301}", count: 2)),
        ]
    )
    func filled(format: String, argument: String) {
        let json = #"{"aps": {"alert": {"loc-key": "\#(format)", "loc-args": ["\#(argument)"]}}}"#
        #expect(code { _ = try read(json) } == .malformedPayload)
    }

    @Test("an alert of null is none")
    func noAlert() throws {
        let payload = try read(#"{"aps": {"alert": null, "badge": 1}}"#)
        #expect(!payload.hasAlert && payload.content.isEmpty)
    }

    @Test("arguments that name each other are no longer than what was sent")
    func doubling() throws {
        let list = (2..<120).map { "\"%\($0)$@%\($0)$@\"" }.joined(separator: ",")
        let payload = try read(#"{"aps": {"alert": {"loc-key": "%1$@", "loc-args": [\#(list)]}}}"#)
        #expect(payload.content.body == "%2$@%2$@")
    }

    @Test(
        "N-34, N-35: an extension runs for an alert that may be changed",
        arguments: [
            (#"{"alert": "a", "mutable-content": 1}"#, true), (#"{"alert": "a"}"#, false),
            (#"{"mutable-content": 1}"#, false), (#"{"alert": "", "mutable-content": 1}"#, false),
            (#"{"alert": {}, "mutable-content": 1}"#, false),
            (#"{"alert": "a", "mutable-content": 0}"#, false),
        ]
    )
    func row34(aps: String, runs: Bool) throws {
        #expect(try read(#"{"aps": \#(aps)}"#).runsExtension == runs)
    }

    @Test("headers are kept, and the sealed part may have another key")
    func headers() throws {
        let headers = try RemotePayload.Headers(
            .alert,
            collapseID: "a",
            expiration: Timestamp(seconds: 9)
        )
        let json = Array(
            #"{"aps": {}, "\#(SealedPush.standardKey)": "AQ", "secret": "Ag"}"#.utf8
        )
        let payload = try RemotePayload(reading: json, headers, sealedKey: "secret")
        #expect(payload.headers.pushType == .alert)
        #expect(payload.headers.collapseID == "a")
        #expect(payload.headers.expiration == Timestamp(seconds: 9))
        #expect(payload.sealedText == "Ag")
        #expect(payload.content.userInfo == [SealedPush.standardKey: .string("AQ")])
    }

    @Test("a background push runs no extension")
    func background() throws {
        let payload = try read(
            #"{"aps": {"alert": "a", "mutable-content": 1}}"#,
            RemotePayload.Headers(.background)
        )
        #expect(!payload.runsExtension)
    }

    @Test(
        "N-32, N-33: a payload has as many bytes as the service takes, and none more",
        arguments: [
            (RemotePayload.Headers.PushType.alert, 4_096), (.background, 4_096), (.voip, 5_120),
        ]
    )
    func row32(type: RemotePayload.Headers.PushType, limit: Int) throws {
        func payload(_ count: Int) -> String {
            let frame = #"{"aps": {"alert": ""}}"#
            let text = String(repeating: "x", count: count - frame.utf8.count)
            return #"{"aps": {"alert": "\#(text)"}}"#
        }
        let headers = try RemotePayload.Headers(type)
        #expect(try read(payload(limit), headers).content.body.utf8.count > 4_000)
        #expect(code { _ = try read(payload(limit + 1), headers) } == .payloadTooLarge)
    }

    @Test(
        "N-31: a collapse id has 1 to 64 bytes",
        arguments: ["", String(repeating: "x", count: 65)]
    )
    func row31(id: String) {
        #expect(code { _ = try RemotePayload.Headers(collapseID: id) } == .invalidArgument)
        let longest = String(repeating: "x", count: RemotePayload.Headers.collapseIDLimit)
        #expect(throws: Never.self) { try RemotePayload.Headers(collapseID: longest) }
    }

    static let malformed = [
        "", "null", "[]", "1", #""aps""#, "{}", #"{"aps": 1}"#, #"{"aps": []}"#, #"{"aps": {}"#,
        #"{"aps": {}} x"#, #"{"aps": {"alert": 1}}"#, #"{"aps": {"alert": {"body": 1}}}"#,
        #"{"aps": {"badge": "1"}}"#, #"{"aps": {"badge": -1}}"#, #"{"aps": {"badge": 1.5}}"#,
        #"{"aps": {"badge": 99999999999999999999}}"#, #"{"aps": {"sound": 1}}"#,
        #"{"aps": {"thread-id": {}}}"#, #"{"aps": {"category": null}}"#,
        #"{"aps": {"interruption-level": "loud"}}"#, #"{"aps": {"relevance-score": 2}}"#,
        #"{"aps": {"relevance-score": "0.5"}}"#, #"{"aps": {"relevance-score": 1e999}}"#,
        #"{"aps": {"mutable-content": true}}"#, #"{"aps": {}, "aps": {}}"#,
        #"{"aps": {}, "encrypted-content": 7}"#, #"{"aps": {}, "x": 1e999}"#,
        #"{"aps": {"alert": {"loc-key": "a", "loc-args": [1]}}}"#, "aps: {}",
        "{\"aps\": {\"alert\": \"\u{0}\"}}",
        #"{"aps": {}, "deep": "# + String(repeating: "[", count: 16)
            + String(repeating: "]", count: 16) + "}",
    ]

    @Test("what is not sound is refused with its place", arguments: malformed)
    func refused(text: String) {
        do throws(ProtectionError) {
            _ = try read(text)
            Issue.record("it was read")
        } catch {
            #expect(error.code == .malformedPayload)
            #expect(error.message.first?.isNumber == true, "\(error.message)")
        }
    }

    @Test("bytes that are not text are refused")
    func notText() throws {
        for byte in UInt8.min...UInt8.max {
            #expect(
                code {
                    _ = try RemotePayload(
                        reading: [byte, 0xFF, 0xC0],
                        RemotePayload.Headers()
                    )
                } == .malformedPayload
            )
        }
    }
}
