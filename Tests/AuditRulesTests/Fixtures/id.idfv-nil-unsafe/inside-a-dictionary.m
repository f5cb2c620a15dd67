void a(void) {
  [self send:@{@"device": @{@"id": UIDevice.currentDevice.identifierForVendor}}];  // expect: id.idfv-nil-unsafe
}