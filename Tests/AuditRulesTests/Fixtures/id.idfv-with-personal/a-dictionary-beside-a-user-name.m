void a(void) {
    NSMutableDictionary *request = [NSMutableDictionary dictionaryWithDictionary:@{
        @"deviceId": [[[UIDevice currentDevice] identifierForVendor] UUIDString]  // expect: id.idfv-with-personal
    }];
    request[@"licenseUsername"] = license.username;
}