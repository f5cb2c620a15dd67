// Makes a device with an app, seals a message as the app's server would, and looks at the screen.
//
//     sealed-inbox FOLDER PASSCODE-FILE
//
// FOLDER gets the device and, beside it, its key.
import DeviceIdentifiers
import Foundation
import ProtectedNotifications
import ProtectedStore

func end(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("sealed-inbox: \(message)\n".utf8))
    exit(status)
}

/// What the server does, on a machine of its own: it has the registration and nothing else.
func seal(_ text: String, to registration: [UInt8], number: UInt64) throws -> [UInt8] {
    let message = PushMessage(
        NotificationContent(title: "Ann", body: text),
        sent: Timestamp(seconds: 1_800_000_000),
        sequence: number,
        identifier: "message-\(number)"
    )
    let push = try SealedPush.seal(message, to: PushRegistration(reading: registration), .init())
    return Array(
        """
        {"aps":{"alert":"A new message","mutable-content":1},"encrypted-content":"\(push.text)"}
        """.utf8
    )
}

func run(in place: URL, _ passcodeFile: String) async throws {
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let phone = place.appending(path: "phone").path()
    let key = place.appending(path: "phone.key").path()
    let passcode = try DevicePasscode(contentsOfFile: passcodeFile)
    var options = DeviceOptions()
    options.passcodeCost = .interactive
    try Device.create(at: phone, keyAt: key, options: options, passcode: passcode)
    let device = try Device(at: phone, keyAt: key)
    try device.boot()
    try device.unlock(passcode)

    let mail = try BundleIdentifier("com.example.mail")
    try device.identifiers.applications.install(NewApplication(mail))
    let notifications = DeviceNotifications(device)
    let center = notifications.center(of: mail)
    try center.requestAuthorization([.alert])
    try notifications.answer(.granted, to: mail)
    let registration = try center.register().json  // for the server

    func look(_ state: String) throws {
        let entries = try notifications.screen(at: .lockScreen).entries
        print("\(state): \(entries.map(\.body))")
    }
    try device.lock(skippingGrace: true)
    let json = try seal("The code is 2580", to: registration, number: 1)
    let payload = try RemotePayload(reading: json, .init())
    print("pushed: \(try await notifications.push(payload, to: mail).ending.rawValue)")
    try look("locked")  // previews show when unlocked: the screen has no key for more
    print("again: \(try await notifications.push(payload, to: mail).ending.rawValue)")
    try device.unlock(passcode)
    try look("unlocked")
    try device.reboot()
    try look("before the first unlock")
    try device.unlock(passcode)
    try center.removeDelivered()  // its keys are destroyed
    try look("removed")
}

guard CommandLine.arguments.count == 3 else {
    end("usage: sealed-inbox FOLDER PASSCODE-FILE", status: 64)
}
do {
    try await run(in: URL(filePath: CommandLine.arguments[1]), CommandLine.arguments[2])
} catch let error as ProtectionError {
    end(error.message, status: error.code == .deviceExists ? 73 : 74)
} catch {
    end("\(error)", status: 74)
}
