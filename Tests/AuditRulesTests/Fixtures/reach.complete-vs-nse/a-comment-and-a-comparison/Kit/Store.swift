// swift-format-ignore-file
final class Store {
    // .completeFileProtection
    func a(_ t: FileProtectionType) -> Bool { t == FileProtectionType.complete }
}