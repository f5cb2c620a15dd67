// swift-format-ignore-file
func a(_ user: User) { register(deviceName: user.name) }