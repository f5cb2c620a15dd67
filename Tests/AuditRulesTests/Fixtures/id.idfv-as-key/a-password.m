void a(void) {
    [Cryptor encrypt:data withPassword:[[[UIDevice currentDevice] identifierForVendor] UUIDString]];  // expect: id.idfv-as-key
}