// swift-format-ignore-file
import os
enum Journal {
    static let logger = Logger()
    static func note(_ text: String) { keep("note: " + text) }
    static func keep(_ text: String) { logger.info("\(text, privacy: .public)") }
    static func hide(_ text: String) { logger.info("\(text)") }
}
func signIn(_ passphrase: String) {
    Journal.note("signing in with \(passphrase)")  // expect: store.log-personal
    Journal.hide("signing in with \(passphrase)")
    Journal.note("signing in")
}
