// swift-format-ignore-file
import os
let logger = Logger()
func send(_ phoneNumber: String, _ password: String) {
    logger.info("to \(phoneNumber)")
    os_log("with %@", password)
    logger.error("for \(password, privacy: .private(mask: .hash))")
}