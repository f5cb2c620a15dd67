// swift-format-ignore-file
func a(_ url: URL) throws {
    let id = UIDevice.current.identifierForVendor!.uuidString  // expect: id.idfv-persisted
    try id.write(to: url, atomically: true, encoding: .utf8)
}