// Makes a device, writes a file of class complete, locks, and reads it again:
//
//     locked-diary [FOLDER]
import Foundation
import ProtectedStore

let place =
    CommandLine.arguments.count > 1
    ? URL(filePath: CommandLine.arguments[1])
    : FileManager.default.temporaryDirectory.appending(path: "diary-\(UUID().uuidString)")
do {
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)

    // The key belongs outside the device: whoever copies the one cannot read it without the other.
    let phone = place.appending(path: "phone").path()
    let key = place.appending(path: "phone.key").path()
    // A program would take it from a file or a terminal: `DevicePasscode(contentsOfFile:)`.
    let passcode = try DevicePasscode(published: "2580")

    var options = DeviceOptions()
    options.passcodeCost = .interactive
    try Device.create(at: phone, keyAt: key, options: options, passcode: passcode)

    let device = try Device(at: phone, keyAt: key)
    try device.boot()
    try device.unlock(passcode)

    let files = try device.files
    try files.makeDirectory("/diary", as: .complete)
    try files.write(Array("dear diary".utf8), to: "/diary/monday")
    print("written in class", try files.metadata(of: "/diary/monday").protection.name)

    try device.lock(skippingGrace: true)
    do {
        _ = try files.read("/diary/monday")
    } catch {
        // `error` is a `ProtectionError`; its code is `protectedDataUnavailable`.
        print("locked, \(error.code):", error.message)
    }

    try device.unlock(passcode)
    print("unlocked:", String(decoding: try files.read("/diary/monday"), as: UTF8.self))
} catch {
    FileHandle.standardError.write(Data("locked-diary: \(error)\n".utf8))
    exit(73)
}
