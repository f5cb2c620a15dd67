// swift-format-ignore-file
final class Store {
    func a(_ u: URL) throws { try Data().write(to: u, options: .completeFileProtection) }
}