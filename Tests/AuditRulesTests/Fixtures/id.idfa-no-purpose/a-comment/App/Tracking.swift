// swift-format-ignore-file
// ASIdentifierManager.shared().advertisingIdentifier