// swift-format-ignore-file
func a(_ path: String) throws -> Any? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return attributes[.modificationDate]  // expect: privacy.required-reason-undeclared
}
func b(_ found: [FileAttributeKey: Any]) -> Any? { found[.systemFreeSize] }  // expect: privacy.required-reason-undeclared
func c() -> Double {
    let info = ProcessInfo.processInfo
    return info.systemUptime  // expect: privacy.required-reason-undeclared
}