// swift-format-ignore-file
func ask() async { let s = await ATTrackingManager.requestTrackingAuthorization(); use(s) }