// swift-format-ignore-file
import CocoaLumberjack

func start() {
    let logger = DDFileLogger()  // expect: store.log-file-no-class
    DDLog.add(logger)
}

func startOther(_ folder: String) {
    let manager = DDLogFileManagerDefault(logsDirectory: folder)
    DDLog.add(DDFileLogger(logFileManager: manager))  // expect: store.log-file-no-class
}
