// swift-format-ignore-file
func trace(_ message: StaticString, log: OSLog, category: String, _ args: CVarArg...) {
    switch args.count {
    case 0: os_log(message, log: log)
    case 1: os_log(message, log: log, args[0])
    default: os_log(message, log: log, args[0], args[1])
    }
}
func load(_ password: String, _ count: Int, _ log: OSLog) {
    trace("using %{public}@", log: log, category: "login", password)  // expect: store.log-personal
    trace("%{public}d of %{public}@", log: log, category: "login", count, password)  // expect: store.log-personal
    trace("using %@", log: log, category: "login", password)
    trace("using %{public}d", log: log, category: password, count)
}
