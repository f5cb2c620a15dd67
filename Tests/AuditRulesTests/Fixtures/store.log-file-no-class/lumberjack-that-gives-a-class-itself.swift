// swift-format-ignore-file
import CocoaLumberjack

func start() { DDLog.add(DDFileLogger()) }
