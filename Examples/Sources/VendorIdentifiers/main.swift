// Two applications of one vendor on a phone: what they read as identifiers, and who may track.
//
//     vendor-identifiers PROFILE
//
// PROFILE is a configuration profile that forbids tracking, such as Fixtures/no-tracking.mobileconfig.
import ConfigurationProfiles
import DeviceIdentifiers
import Foundation
import ProtectedStore

func run(with profile: [UInt8]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let phone = folder.appending(path: "phone").path()
    let key = folder.appending(path: "phone.key").path()
    let passcode = try DevicePasscode(published: "2580")
    var options = DeviceOptions()
    options.passcodeCost = .interactive
    try Device.create(at: phone, keyAt: key, options: options, passcode: passcode)

    let device = try Device(at: phone, keyAt: key)
    try device.boot()
    do { _ = try device.identifiers } catch {
        // Its code is `protectedDataUnavailable`: try again after the unlock.
        print("booted:", error.message)
    }
    try device.unlock(passcode)
    let mail = try BundleIdentifier("com.example.mail")
    let news = try BundleIdentifier("com.example.news")
    try showVendor(of: mail, news, on: device)
    try showTracking(by: mail, news, on: device, forbiddenBy: profile)

    // What the user sees: who read how much, and whether they said what for.
    for line in try device.identifiers.ledger.summary() {
        print("\(line.app): \(line.readings) readings, \(line.withoutPurpose) without a purpose")
    }
}

/// The identifier for vendor lives as long as any application of the vendor is installed.
func showVendor(
    of mail: BundleIdentifier,
    _ news: BundleIdentifier,
    on device: Device
) throws(ProtectionError) {
    let identifiers = try device.identifiers
    let usage = "To show you fewer of the same advertisements."
    try identifiers.applications.install(NewApplication(mail, trackingUsage: usage))
    try identifiers.applications.install(NewApplication(news, trackingUsage: usage))

    let first = try identifiers.vendorIdentifier(for: mail, purpose: "crash reports")
    let other = try identifiers.vendorIdentifier(for: news, purpose: "crash reports")
    print("one vendor:", first == other ? "one identifier" : "two identifiers")

    try identifiers.applications.uninstall(mail)
    try identifiers.applications.install(NewApplication(mail, trackingUsage: usage))
    let again = try identifiers.vendorIdentifier(for: mail, purpose: "crash reports")
    print("installed again beside the other:", again == first ? "the same" : "another")

    try identifiers.applications.uninstall(mail)
    try identifiers.applications.uninstall(news)
    try identifiers.applications.install(NewApplication(mail, trackingUsage: usage))
    let later = try identifiers.vendorIdentifier(for: mail, purpose: "crash reports")
    print("installed again after both were gone:", later == first ? "the same" : "another")
    try identifiers.applications.install(NewApplication(news, trackingUsage: usage))
}

/// The advertising identifier is all zero until the user allows tracking, and when it is forbidden.
func showTracking(
    by mail: BundleIdentifier,
    _ news: BundleIdentifier,
    on device: Device,
    forbiddenBy profile: [UInt8]
) throws(ProtectionError) {
    let identifiers = try device.identifiers
    func show(_ moment: String) throws(ProtectionError) {
        let reading = try identifiers.advertisingIdentifier(for: mail, purpose: "measuring")
        print("\(moment):", reading.zeroReason.map { "zeros, \($0.rawValue)" } ?? "an identifier")
    }

    try show("not asked")
    if try identifiers.tracking.request(by: mail) == .prompting {
        // Here the user reads the usage text and decides.
        try identifiers.tracking.answer(.authorized, to: mail)
    }
    try show("allowed by the user")

    // The user's switch "Allow Apps to Request to Track": whoever asks now is not shown.
    try identifiers.tracking.allowRequests(false)
    let answer = try identifiers.tracking.request(by: news).status
    print("asked while the setting is off: \(answer)")

    let installed = try device.installProfile(profile)
    try show("with the profile \(installed.profile.identifier)")
    try device.removeProfile(installed.profile.identifier)
    try show("without it")
}

func end(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("vendor-identifiers: \(message)\n".utf8))
    exit(status)
}

guard CommandLine.arguments.count == 2 else { end("usage: vendor-identifiers PROFILE", status: 64) }
guard let profile = FileManager.default.contents(atPath: CommandLine.arguments[1]) else {
    end("'\(CommandLine.arguments[1])' cannot be read", status: 66)
}
do {
    try run(with: Array(profile))
} catch let error as ProtectionError {
    end(error.message, status: error.code == .malformedProfile ? 65 : 74)
} catch {
    end("\(error)", status: 74)
}
