// Makes a device, keeps a token in its keychain, and asks for it in three lock states.
//
//     locked-token FOLDER PASSCODE-FILE
//
// FOLDER gets the device and, beside it, its key.
import DeviceIdentifiers
import Foundation
import ProtectedKeychain
import ProtectedStore

func end(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("locked-token: \(message)\n".utf8))
    exit(status)
}

func run(in place: URL, _ passcodeFile: String) throws {
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
    try DeviceKeychain.withCurrent(DeviceKeychain(device, application: mail)) {
        let tokens = TokenStore()  // calls SecItemAdd and SecItemCopyMatching
        print("saved: \(tokens.save("secret"))")
        try device.lock(skippingGrace: true)
        print("locked: \(tokens.load())")
        try device.reboot()
        print("before the first unlock: \(tokens.load())")
        try device.unlock(passcode)
        print("unlocked: \(tokens.load())")
    }
}

guard CommandLine.arguments.count == 3 else {
    end("usage: locked-token FOLDER PASSCODE-FILE", status: 64)
}
do {
    try run(in: URL(filePath: CommandLine.arguments[1]), CommandLine.arguments[2])
} catch let error as ProtectionError {
    end(error.message, status: error.code == .deviceExists ? 73 : 74)
} catch {
    end("\(error)", status: 74)
}
