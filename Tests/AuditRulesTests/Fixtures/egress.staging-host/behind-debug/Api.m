NSString *base(void) {
#if DEBUG
    return @"https://a.staging.example/v1";
#else
    return @"https://a.example/v1";
#endif
}
