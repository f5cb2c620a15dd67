NSDictionary *a(void) {
    NSString *now = UIDevice.currentDevice.identifierForVendor.UUIDString;
    if (now == nil) { return @{}; }
    else { return @{@"id": UIDevice.currentDevice.identifierForVendor.UUIDString}; }
}