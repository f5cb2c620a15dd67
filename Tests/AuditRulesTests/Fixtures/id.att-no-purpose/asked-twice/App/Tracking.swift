// swift-format-ignore-file
func ask() { ATTrackingManager.requestTrackingAuthorization { _ in } }  // expect: id.att-no-purpose
func again() { ATTrackingManager.requestTrackingAuthorization(completionHandler: { _ in }) }  // expect: id.att-no-purpose