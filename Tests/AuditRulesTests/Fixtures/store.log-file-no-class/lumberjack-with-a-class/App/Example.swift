// swift-format-ignore-file
import CocoaLumberjack

final class Manager: DDLogFileManagerDefault {
    override func createNewLogFile() throws -> String { try create() }
}

func start(_ folder: String) {
    let manager = DDLogFileManagerDefault(logsDirectory: folder, defaultFileProtectionLevel: .complete)
    DDLog.add(DDFileLogger(logFileManager: manager))
}

func startOther() { DDLog.add(DDFileLogger(logFileManager: Manager())) }
