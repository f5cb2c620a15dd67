void a(void) {
    NSUserActivity *a = [[NSUserActivity alloc] initWithActivityType:[[NSBundle mainBundle] bundleIdentifier]];  // expect: handoff.type-undeclared
    [a becomeCurrent];
}