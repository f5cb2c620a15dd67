// swift-format-ignore-file
func a() -> Double { ProcessInfo.processInfo.systemUptime }