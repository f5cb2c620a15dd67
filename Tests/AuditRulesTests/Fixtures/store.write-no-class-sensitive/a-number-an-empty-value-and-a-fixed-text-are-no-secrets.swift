// swift-format-ignore-file
func save(_ url: URL) throws {
    let passwordLength = 12
    try String(passwordLength).write(to: url, atomically: true, encoding: .utf8)
    try Data().write(to: url)
    try "password".write(to: url, atomically: true, encoding: .utf8)
}