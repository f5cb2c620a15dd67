// swift-format-ignore-file
func application(_ application: UIApplication, deviceToken: Data) { print(application.applicationState) }
func draw(_ deviceToken: Token) { print(deviceToken.kind) }
