void a(NSString *email) {
    [NSURL URLWithString:[NSString stringWithFormat:@"https://a.example/?m=%@", email]];  // expect: egress.personal-in-url
}