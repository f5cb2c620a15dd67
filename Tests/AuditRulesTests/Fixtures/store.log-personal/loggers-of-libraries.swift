// swift-format-ignore-file
import Logging
import SwiftyBeaver

let log = SwiftyBeaver.self
let server = Logger(label: "org.example.sync")

func sync(_ accessToken: String, _ page: Int) {
    log.debug("with \(accessToken)")  // expect: store.log-personal
    server.info("with \(accessToken)")  // expect: store.log-personal
    log.info("page \(page)")
    Crashlytics.crashlytics().log("with \(accessToken)")  // expect: store.log-personal
}
