// Makes a device, writes a file of class complete, locks, and reads it again.
//
//     locked-diary FOLDER PASSCODE-FILE
//
// FOLDER gets the device and, beside it, its key.
import Foundation
import ProtectedStore

func end(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("locked-diary: \(message)\n".utf8))
    exit(status)
}

guard CommandLine.arguments.count == 3 else {
    end("usage: locked-diary FOLDER PASSCODE-FILE", status: 64)
}
let place = URL(filePath: CommandLine.arguments[1])
let passcodeFile = CommandLine.arguments[2]
do {
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)

    // The key belongs outside the device: whoever copies the one cannot read it without the other.
    let phone = place.appending(path: "phone").path()
    let key = place.appending(path: "phone.key").path()
    // A passcode is never a String, which is copied freely and never wiped.
    let passcode = try DevicePasscode(contentsOfFile: passcodeFile)

    var options = DeviceOptions()
    options.passcodeCost = .interactive
    try Device.create(at: phone, keyAt: key, options: options, passcode: passcode)

    let device = try Device(at: phone, keyAt: key)
    try device.boot()
    try device.unlock(passcode)

    try device.files.makeDirectory("/diary", as: .complete)
    try device.files.write(Array("dear diary".utf8), to: "/diary/monday", as: .complete)
    let metadata = try device.files.metadata(of: "/diary/monday")
    print("written in class", metadata.protection.name)

    try device.lock(skippingGrace: true)
    do {
        _ = try device.files.read("/diary/monday")
    } catch {
        // `error` is a `ProtectionError`; its code is `protectedDataUnavailable`.
        print("locked, \(error.code):", error.message)
    }

    try device.unlock(passcode)
    print("unlocked:", String(decoding: try device.files.read("/diary/monday"), as: UTF8.self))
} catch let error as ProtectionError {
    switch error.code {
    case .notFound: end(error.message, status: 66)
    case .passcodePolicy: end(error.message, status: 64)
    case .deviceExists, .alreadyExists: end(error.message, status: 73)
    default: end(error.message, status: 74)
    }
} catch {
    end("\(error)", status: 73)
}
