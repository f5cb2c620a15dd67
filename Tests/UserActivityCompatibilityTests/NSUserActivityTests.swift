import Foundation
import Handoff
import ProtectionModel
import Synchronization
import Testing
import UserActivityCompatibility

@Suite("Activities under Apple's name", .timeLimit(.minutes(10)))
struct NSUserActivityTests {
    @Test("what an app makes current arrives on the other device as it was")
    func arrives() throws {
        let trial = try ActivityTrial()
        let date = Date(timeIntervalSince1970: 1_800_000_000.5)
        let uuid = UUID()
        let page = try #require(URL(string: "https://example.com/notes/42"))
        let activity = trial.activity {
            $0.title = "Shopping"
            $0.webpageURL = page
            $0.requiredUserInfoKeys = ["note"]
            $0.userInfo = ["note": "42", "date": date, "id": uuid, "page": page]
            $0.addUserInfoEntries(from: [
                "flag": true, "one": NSNumber(value: 1), "yes": NSNumber(value: true), "half": 0.5,
                "bytes": Data([0, 255]), "none": NSNull(), "list": [1, "a"] as [Any],
                "set": Set(["x", "y"]), "objects": NSArray(array: [1, "b"]), "map": ["k": ["v"]],
            ])
        }
        #expect(activity.failure == nil)
        let arrived = try trial.continue()
        #expect(arrived.activityType == ActivityTrial.type && arrived.title == "Shopping")
        #expect(arrived.webpageURL == page && arrived.requiredUserInfoKeys == ["note"])
        let info = try #require(arrived.userInfo)
        #expect(info["note"] as? String == "42" && info["date"] as? Date == date)
        #expect(info["id"] as? UUID == uuid && info["page"] as? URL == page)
        #expect(info["flag"] as? Bool == true && info["one"] as? Int == 1)
        #expect(info["yes"] as? Bool == true && info["half"] as? Double == 0.5)
        #expect(info["bytes"] as? Data == Data([0, 255]) && info["none"] is NSNull)
        #expect((info["list"] as? [Any])?.count == 2 && (info["objects"] as? [Any])?.count == 2)
        #expect(info["set"] as? Set<String> == ["x", "y"])
        #expect(info["map"] as? [String: [String]] == ["k": ["v"]])
        #expect(info.count == 14)
    }

    @Test("the delegate saves before it is sent, and hears that it was continued")
    func delegate() throws {
        let trial = try ActivityTrial()
        let editor = Editor()
        let activity = trial.activity {
            $0.delegate = editor
            $0.needsSave = true
        }
        #expect(activity.needsSave)
        #expect(try trial.continue().userInfo?["line"] as? Int == 7)
        #expect(!activity.needsSave)
        #expect(editor.heard == ["save", "continued"])
    }

    @Test("one that resigns, is invalid, private or let go is not offered")
    func withdrawn() throws {
        let trial = try ActivityTrial()
        var activity: NSUserActivity? = trial.activity()
        #expect(try trial.offers.count == 1)
        activity?.resignCurrent()
        #expect(try trial.offers.isEmpty)
        activity?.becomeCurrent()
        #expect(try trial.offers.count == 1)
        activity?.isEligibleForHandoff = false
        #expect(try trial.offers.isEmpty)
        activity?.isEligibleForHandoff = true
        activity?.expirationDate = Date(timeIntervalSince1970: 0)
        #expect(try trial.offers.isEmpty)
        activity?.expirationDate = nil
        #expect(try trial.offers.count == 1)
        activity?.invalidate()
        #expect(try trial.offers.isEmpty)
        activity?.becomeCurrent()
        #expect(activity?.failure?.code == .invalidArgument)
        activity = trial.activity()
        #expect(try trial.offers.count == 1)
        activity = nil
        #expect(try trial.offers.isEmpty)
    }

    @Test("H-38, H-42: what Apple's raises an exception for is told, and not offered")
    func failures() throws {
        let trial = try ActivityTrial()
        let activity = trial.activity()
        let bad: [(ErrorCode, (NSUserActivity) -> Void)] = [
            (.invalidArgument, { $0.webpageURL = URL(string: "ftp://example.com/x") }),
            (.invalidArgument, { $0.userInfo = ["x": Thread()] }),
            (.invalidArgument, { $0.userInfo = [1: "x"] }),
            (.invalidArgument, { $0.userInfo = ["x": URL(filePath: "/etc/passwd")] }),
            (.payloadTooLarge, { $0.userInfo = ["x": Data(count: 20_000)] }),
        ]
        for (code, change) in bad {
            change(activity)
            #expect(activity.failure?.code == code)
            #expect(try trial.offers.isEmpty)
            activity.webpageURL = nil
            activity.userInfo = nil
            #expect(activity.failure == nil)
            #expect(try trial.offers.count == 1)
        }
        // Without a device.
        let alone = NSUserActivity(activityType: ActivityTrial.type)
        alone.becomeCurrent()
        #expect(alone.failure?.code == .notFound)
        NSUserActivity.setFallback(trial.phoneApp)
        alone.becomeCurrent()
        NSUserActivity.setFallback(nil)
        #expect(alone.failure == nil)
        // One that has arrived.
        let arrived = try trial.continue()
        arrived.becomeCurrent()
        #expect(arrived.failure?.code == .handleClosed)
    }

    @Test("streams carry bytes each way, and end when both were closed")
    func streams() throws {
        let trial = try ActivityTrial()
        let editor = Editor()
        let activity = trial.activity {
            $0.delegate = editor
            $0.supportsContinuationStreams = true
        }
        let draft = try trial.serving {
            let offer = try #require(try trial.offers.first)
            let arrived = NSUserActivity(try trial.deskApp.continueActivity(offer.id))
            let answer = Mutex<String?>(nil)
            let done = DispatchSemaphore(value: 0)
            arrived.getContinuationStreams { input, output, error in
                #expect(error == nil)
                if let input, let output { answer.withLock { $0 = Self.ask(input, output) } }
                done.signal()
            }
            done.wait()
            return answer.withLock { $0 }
        }
        #expect(draft == "milk, bread")
        #expect(editor.heard == ["continued", "draft"])
        #expect(activity.failure == nil)
    }

    private static func ask(_ input: InputStream, _ output: OutputStream) -> String {
        var bytes = [UInt8](repeating: 0, count: 64)
        #expect(input.read(&bytes, maxLength: 64) == -1)
        input.open()
        output.open()
        #expect(output.write(Array("draft".utf8), maxLength: 5) == 5)
        output.close()
        #expect(output.write([1], maxLength: 1) == -1)
        var received: [UInt8] = []
        while case let count = input.read(&bytes, maxLength: 64), count > 0 {
            received += bytes[..<count]
        }
        #expect(input.streamStatus == .atEnd)
        input.close()
        return String(decoding: received, as: UTF8.self)
    }

    @Test("an activity that nobody continues has no streams")
    func noStreams() {
        let done = DispatchSemaphore(value: 0)
        NSUserActivity(activityType: ActivityTrial.type).getContinuationStreams { input, _, error in
            #expect(input == nil && (error as? CocoaError)?.code == .featureUnsupported)
            done.signal()
        }
        done.wait()
    }

    @Test("a page of a browser goes to the app that the page's site names")
    func browsing() throws {
        let trial = try ActivityTrial(domains: ["activitycontinuation:example.com"])
        let sites = #"{"activitycontinuation": {"apps": ["TEAM1.com.example.notes"]}}"#
        try trial.deskHandoff.setAssociations(Array(sites.utf8), of: "example.com")
        let page = try #require(URL(string: "https://example.com/a"))
        let activity = trial.activity(NSUserActivityTypeBrowsingWeb) { $0.webpageURL = page }
        let continued = try trial.serving {
            let offer = try #require(try trial.deskHandoff.offers().first)
            let continued = try trial.deskHandoff.continueActivity(offer.id)
            continued.close()
            return continued
        }
        let arrived = NSUserActivity(continued)
        #expect(arrived.activityType == NSUserActivityTypeBrowsingWeb && arrived.webpageURL == page)
        activity.invalidate()
    }

    @Test("child tasks have the device, too")
    func tasks() async throws {
        let trial = try ActivityTrial()
        let activity = NSUserActivity(activityType: ActivityTrial.type)
        await NSUserActivity.withCurrent(trial.phoneApp) {
            async let made: Void = activity.becomeCurrent()
            await made
        }
        #expect(try trial.offers.count == 1)
    }

    @Test("what only Apple's system looks at is kept by the object")
    func objects() {
        let activity = NSUserActivity(activityType: ActivityTrial.type)
        #expect(activity.isEligibleForHandoff)
        activity.keywords = ["a"]
        activity.isEligibleForSearch = true
        activity.isEligibleForPublicIndexing = true
        activity.isEligibleForPrediction = true
        activity.persistentIdentifier = "1"
        activity.targetContentIdentifier = "2"
        activity.suggestedInvocationPhrase = "go on"
        activity.referrerURL = URL(string: "https://example.com")
        #expect(activity.keywords == ["a"] && activity.isEligibleForSearch)
        #expect(activity.isEligibleForPublicIndexing && activity.isEligibleForPrediction)
        #expect(activity.persistentIdentifier == "1" && activity.targetContentIdentifier == "2")
        #expect(activity.suggestedInvocationPhrase == "go on" && activity.referrerURL != nil)
        let isDeleted = Mutex(0)
        NSUserActivity.deleteSavedUserActivities(withPersistentIdentifiers: ["1"]) {
            isDeleted.withLock { $0 += 1 }
        }
        NSUserActivity.deleteAllSavedUserActivities { isDeleted.withLock { $0 += 1 } }
        #expect(isDeleted.withLock { $0 } == 2)
    }
}
