NSString *base(void) { return @"https://a.b.staging.example/v1"; }  // expect: egress.staging-host
