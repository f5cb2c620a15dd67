void a(const char *p) {
    struct stat s;
    stat(p, &s);  // expect: privacy.required-reason-undeclared
    lstat(p, &s);
    uint64_t now = mach_absolute_time();  // expect: privacy.required-reason-undeclared
    NSUserDefaults *d = [NSUserDefaults standardUserDefaults];  // expect: privacy.required-reason-undeclared
}