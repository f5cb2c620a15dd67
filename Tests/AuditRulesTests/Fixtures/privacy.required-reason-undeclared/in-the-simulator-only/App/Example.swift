// swift-format-ignore-file
func a() {
    #if targetEnvironment(simulator)
    print(ProcessInfo.processInfo.systemUptime)
    #endif
}