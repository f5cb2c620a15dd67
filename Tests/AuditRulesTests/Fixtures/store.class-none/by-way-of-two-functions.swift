// swift-format-ignore-file
import Foundation

extension URL {
    func open() throws {
        try FileManager.default.setAttributes([.protectionKey: FileProtectionType.none], ofItemAtPath: path)  // expect: store.class-none
    }
}
func open(_ files: [URL]) throws { for file in files { try file.open() } }
