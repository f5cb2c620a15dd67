// swift-format-ignore-file
func userAgentForLogin() -> String {
    let deviceName = UIDevice.current.name
    return "\(deviceName) (App)"  // expect: id.device-name
}
func userAgent() -> String { "App \(UIDevice.current.systemVersion)" }
func show() { label.text = UIDevice.current.name }
