void a(LAContext *c) {
    [c evaluatePolicy:LAPolicyDeviceOwnerAuthenticationWithBiometrics localizedReason:@"a" reply:nil];
}