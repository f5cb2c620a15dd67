// swift-format-ignore-file
final class Service {
    func a(_ d: Data, _ u: URL) throws { try d.write(to: u, options: .completeFileProtection) }  // expect: reach.complete-vs-nse
}