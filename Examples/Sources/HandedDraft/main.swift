// Makes a phone and a desk, lets them trust each other, and goes on at the desk with what the phone began.
//
//     handed-draft FOLDER PASSCODE-FILE
//
// FOLDER gets both devices, their keys and the socket between them.
import DeviceIdentifiers
import Foundation
import Handoff
import ProtectedStore
import TrustedDevices
import UserActivityCompatibility

func end(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("handed-draft: \(message)\n".utf8))
    exit(status)
}

func make(_ name: String, in place: URL, _ passcode: borrowing DevicePasscode) throws -> Device {
    let path = place.appending(path: name).path()
    var options = DeviceOptions()
    options.passcodeCost = .interactive
    try Device.create(at: path, keyAt: path + ".key", options: options, passcode: passcode)
    let device = try Device(at: path, keyAt: path + ".key")
    try device.boot()
    try device.unlock(passcode)
    return device
}

/// The app on the phone: it sends the draft itself to whoever goes on with it.
final class Editor: UserActivityDelegate {
    private let phone: Device

    init(_ phone: Device) { self.phone = phone }

    func userActivityWasContinued(_ activity: UserActivity) {
        print("the phone hears that \(activity.title ?? "it") was continued")
    }

    func userActivity(_ activity: UserActivity, didReceive streams: ActivityStreams) {
        do { try streams.send("/draft", of: phone.files) } catch {
            end("\(error)", status: 74)
        }
    }
}

let patience = Duration.seconds(30)

/// Lets the desk join the phone's circle with a code that a person carries from screen to screen.
func pair(_ phone: TrustCircle, _ desk: TrustCircle, at address: String) throws {
    try phone.create(named: "phone")
    let listening = try SocketTransport(listeningAt: address)
    let invitation = try phone.invite()
    let screen = try invitation.code.withText { $0.withUnsafeBytes { Array($0) } }
    let greeting = try SessionPurpose("greeting")
    Thread.detachNewThread {
        _ = try? invitation.pair(over: try listening.accept(within: patience))
        let next = try? phone.answer(for: [greeting], over: try listening.accept(within: patience))
        try? next?.send(Array("welcome".utf8))
    }
    let code = try PairingCode(reading: screen.span.bytes)
    let connection = try SocketTransport().connect(to: address, within: patience)
    let founder = try desk.join(with: code, named: "desk", over: connection)
    let members = try desk.standing()?.membership.devices ?? []
    print("joined \(founder.name): \(members.map(\.name))")

    let next = try SocketTransport().connect(to: address, within: patience)
    let channel = try desk.open(to: founder.id, for: greeting, over: next)
    let message = String(decoding: try channel.receive(within: patience), as: UTF8.self)
    print("\(channel.peer.name) says \(message)")
}

/// Answers whoever connects to the phone, as long as the program runs.
func serve(_ phone: DeviceHandoff, at address: String) throws {
    let listening = try SocketTransport(listeningAt: address)
    Thread.detachNewThread {
        while let connection = try? listening.accept(within: patience) {
            Thread.detachNewThread { try? phone.serve(connection) }
        }
    }
}

/// Goes on at the desk with whatever the phone offers, once the desk is unlocked.
func goOn(_ notes: HandoffService, at desk: Device, _ passcode: borrowing DevicePasscode) throws {
    for offer in try notes.offers() {
        print("\(offer.device.name) offers something")
        try desk.lock(skippingGrace: true)
        do { _ = try notes.continueActivity(offer.id) } catch let error as ProtectionError {
            print("locked: \(error.code)")
        }
        try desk.unlock(passcode)
        let continued = try notes.continueActivity(offer.id) { arrived in
            guard case .text(let note) = arrived.activity.userInfo["note"] else { return }
            print("at the desk: \(arrived.activity.title ?? ""), note \(note)")
        }
        try continued.streams().receive(to: "/draft", of: desk.files)
        continued.close()
    }
    print(String(decoding: try desk.files.read("/draft"), as: UTF8.self))
}

/// The same with an app's own code, which knows no Handoff of ours.
func goOnReading(from phone: HandoffService, to desk: HandoffService) throws {
    let reader = Reader()
    NSUserActivity.withCurrent(phone) { reader.open("https://example.com/news", at: 42) }
    for offer in try desk.offers() {
        try desk.continueActivity(offer.id) { arrived in
            let isTaken = Reader().go(on: NSUserActivity(arrived))
            guard isTaken else { throw CocoaError(.featureUnsupported) }  // and the offer stays
        }
    }
}

/// What the app's property list says, which is the same on both devices.
func makeApp() throws -> HandoffApplication {
    try HandoffApplication(
        try BundleIdentifier("com.example.notes"),
        team: "A1B2C3D4E5",
        activityTypes: ["com.example.notes.editing", "com.example.notes.reading"]
    )
}

/// The phone offers a draft, and the desk takes it.
func handOver(
    from phone: (device: Device, circle: TrustCircle),
    to desk: (device: Device, circle: TrustCircle),
    at address: String,
    _ passcode: borrowing DevicePasscode
) throws {
    let deskActivities = DeviceHandoff(desk.device, in: desk.circle) { _ in
        try SocketTransport().connect(to: address, within: patience)
    }
    let phoneActivities = DeviceHandoff(phone.device, in: phone.circle) { advertisement in
        _ = try? deskActivities.receive(advertisement)  // any way that carries 160 bytes
    } connect: { device in
        throw ProtectionError(.notFound, "'\(device.name)' has no address")
    }
    try serve(phoneActivities, at: address)
    guard let members = try desk.circle.standing()?.membership.devices else { return }
    try deskActivities.meet(members[0])  // now the desk can read what the phone tells

    let app = try makeApp()
    let activity = try phoneActivities.service(for: app).activity("com.example.notes.editing")
    let editor = Editor(phone.device)
    activity.title = "Shopping"
    activity.delegate = editor
    activity.supportsContinuationStreams = true
    try activity.setUserInfo(["note": .text("42")])
    try activity.becomeCurrent()

    let notes = deskActivities.service(for: app)
    try goOn(notes, at: desk.device, passcode)
    try goOnReading(from: phoneActivities.service(for: app), to: notes)
    activity.invalidate()
    print("offers: \(try notes.offers().count)")
    try phone.circle.remove(members[1].id)
    do { try deskActivities.meet(members[0]) } catch let error as ProtectionError {
        print("removed: \(error.code)")
    }
}

func run(in place: URL, _ passcodeFile: String) throws {
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let passcode = try DevicePasscode(contentsOfFile: passcodeFile)
    let phone = try make("phone", in: place, passcode)
    let desk = try make("desk", in: place, passcode)
    try phone.files.write(Array("milk, bread".utf8), to: "/draft", as: .complete)
    let (phoneCircle, deskCircle) = (TrustCircle(phone), TrustCircle(desk))
    try pair(phoneCircle, deskCircle, at: place.appending(path: "pairing").path())
    let address = place.appending(path: "activities").path()
    try handOver(from: (phone, phoneCircle), to: (desk, deskCircle), at: address, passcode)
}

guard CommandLine.arguments.count == 3 else {
    end("usage: handed-draft FOLDER PASSCODE-FILE", status: 64)
}
do {
    try run(in: URL(filePath: CommandLine.arguments[1]), CommandLine.arguments[2])
} catch let error as ProtectionError {
    end(error.message, status: error.code == .deviceExists ? 73 : 74)
} catch {
    end("\(error)", status: 74)
}
