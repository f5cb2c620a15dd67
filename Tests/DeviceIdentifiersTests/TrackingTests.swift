import DeviceIdentifiers
import ProtectionModel
import Testing

@Suite("Tracking authorization")
struct TrackingTests {
    private let bench = IdentifierBench()
    private let mail: BundleIdentifier = "com.example.mail"

    @Test("the answer counts", arguments: TrackingAnswer.allCases)
    func answer(answer: TrackingAnswer) throws {
        try bench.install(mail)
        try bench.track(mail, answer)
        #expect(try bench.service.tracking.status(of: mail).description == answer.rawValue)
        let reading = try bench.service.advertisingIdentifier(for: mail)
        #expect(reading.zeroReason == (answer == .denied ? .denied : nil))
    }

    @Test("there is one prompt an installation, and until it is answered nothing is determined")
    func onePrompt() throws {
        let tracking = bench.service.tracking
        try bench.install(mail)
        #expect(try tracking.request(by: mail) == .prompting)
        #expect(try tracking.request(by: mail) == .prompting)
        #expect(try tracking.status(of: mail) == .notDetermined)
        try tracking.answer(.denied, to: mail)
        #expect(try tracking.request(by: mail) == .settled(.denied))
        #expect(try tracking.request(by: mail, isActive: false) == .settled(.denied))
        try bench.service.applications.uninstall(mail)
        try bench.install(mail)
        #expect(try tracking.status(of: mail) == .notDetermined)
        #expect(try tracking.request(by: mail) == .prompting)
    }

    @Test("without a usage text there is no request", arguments: [nil, "", " \n"])
    func noUsage(usage: String?) throws {
        try bench.install(mail, usage: usage)
        for isActive in [true, false] {
            let refusal = refused {
                try bench.service.tracking.request(by: mail, isActive: isActive)
            }
            #expect(refusal?.code == .invalidArgument)
        }
        try bench.install(mail)
        #expect(try bench.service.tracking.request(by: mail) == .prompting)
    }

    @Test("while requests are off the answer is no without a prompt, and stays no")
    func requestsOff() throws {
        let tracking = bench.service.tracking
        try bench.install(mail)
        try tracking.allowRequests(false)
        #expect(try tracking.request(by: mail, isActive: false) == .settled(.notDetermined))
        #expect(try tracking.request(by: mail) == .settled(.denied))
        #expect(refused { try tracking.answer(.authorized, to: mail) }?.code == .permissionDenied)
        try tracking.allowRequests(true)
        #expect(try tracking.request(by: mail) == .settled(.denied))
        // In Settings the user can change it.
        try tracking.answer(.authorized, to: mail)
        #expect(try tracking.status(of: mail) == .authorized)
    }

    @Test("a prompt that waits when requests go off is answered with no")
    func waitingPrompt() throws {
        let tracking = bench.service.tracking
        try bench.install(mail)
        #expect(try tracking.request(by: mail) == .prompting)
        try tracking.allowRequests(false)
        #expect(try tracking.status(of: mail) == .denied)
    }

    @Test("going off, the switch takes back what was authorized when the user says so")
    func askToStop() throws {
        try bench.install(mail)
        try bench.track(mail, .authorized)
        try bench.service.tracking.allowRequests(false, keepingAnswers: false)
        #expect(try bench.service.advertisingIdentifier(for: mail).zeroReason == .denied)
    }

    @Test("off and on again gives a new advertising identifier, and so does a reset")
    func newIdentifier() throws {
        try bench.install(mail)
        try bench.install("com.other.news")
        try bench.track(mail, .authorized)
        try bench.track("com.other.news", .authorized)
        let first = try bench.service.advertisingIdentifier(for: mail).identifier
        #expect(try bench.service.advertisingIdentifier(for: "com.other.news").identifier == first)
        try bench.service.tracking.allowRequests(true)
        #expect(try bench.service.advertisingIdentifier(for: mail).identifier == first)
        try bench.service.tracking.allowRequests(false)
        try bench.service.tracking.allowRequests(true)
        let second = try bench.service.advertisingIdentifier(for: mail).identifier
        try bench.service.resetAdvertisingIdentifier()
        let third = try bench.service.advertisingIdentifier(for: mail).identifier
        #expect(Set([first, second, third]).count == 3)
        #expect(try bench.service.tracking.status(of: mail) == .authorized)
    }

    @Test("what the user said before a restriction counts again after it")
    func liftedRestriction() throws {
        try bench.install(mail)
        try bench.track(mail, .authorized)
        try bench.service.setSettings(IdentifierSettings(account: .child))
        #expect(
            refused { try bench.service.tracking.answer(.denied, to: mail) }?.code
                == .permissionDenied
        )
        try bench.service.setSettings(IdentifierSettings())
        #expect(try bench.service.advertisingIdentifier(for: mail).zeroReason == nil)
    }

    @Test("on a Mac nobody is asked")
    func mac() throws {
        let bench = IdentifierBench(IdentifierSettings(platform: .macOS))
        try bench.install(mail)
        #expect(try bench.service.tracking.request(by: mail) == .settled(.authorized))
    }
}
