// swift-format-ignore-file
func id() -> UUID { ASIdentifierManager.shared().advertisingIdentifier }  // expect: id.idfa-no-purpose
func b() { send(ASIdentifierManager.shared().advertisingIdentifier.uuidString) }  // expect: id.idfa-no-purpose