// swift-format-ignore-file
func id() -> UUID { ASIdentifierManager.shared().advertisingIdentifier }