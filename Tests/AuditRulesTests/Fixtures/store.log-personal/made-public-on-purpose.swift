// swift-format-ignore-file
import os
let logger = Logger()
func send(_ phoneNumber: String) {
    logger.info("to \(phoneNumber, privacy: .public)")  // expect: store.log-personal
    os_log("to %{public}@", phoneNumber)  // expect: store.log-personal
}