// swift-format-ignore-file
func id() -> UUID { ASIdentifierManager.shared().advertisingIdentifier }  // expect: id.idfa-no-att