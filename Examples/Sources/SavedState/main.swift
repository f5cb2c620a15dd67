// Saves what an interface shows, and restores it at the next launch.
//
//     saved-state
import Foundation
import ProtectedStore
import StatePreservation

func run() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let phone = folder.appending(path: "phone").path()
    let key = folder.appending(path: "phone.key").path()
    try Device.createWithoutPasscode(at: phone, keyAt: key)
    let device = try Device(at: phone, keyAt: key)
    try device.boot()

    // When the application leaves the foreground.
    var list = RestorableNode("notes", optsIn: true)
    try list.encode("milk", forKey: "selection")
    try list.encode("a secret search", forKey: "search", as: .sensitive)
    let root = RestorableNode("main", optsIn: true, children: [list])
    let archive = try StateArchive(device.files, at: "/state")
    let result = try archive.save(root, bundleVersion: "42")
    print("saved \(result.nodeCount) nodes, left out: \(result.leftOut.map(\.path))")

    // At the next launch.
    switch try archive.restore(shouldRestore: { $0.bundleVersion == "42" }) {
    case .restoring(let state):
        let selection = try state.node(at: ["main", "notes"])?
            .decode(String.self, forKey: "selection")
        print("restores:", selection ?? "nothing")
        try archive.completeRestoration()
    case .unavailable(let error): print("locked, try again later:", error)
    case .missing, .discarded, .vetoed: print("a fresh start")
    case .damaged(let error), .unsupportedVersion(let error): print("a fresh start:", error)
    }
}

do { try run() } catch {
    FileHandle.standardError.write(Data("saved-state: \(error)\n".utf8))
    exit(74)
}
