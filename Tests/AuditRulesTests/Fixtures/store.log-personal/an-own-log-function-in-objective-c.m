@implementation Journal
+ (void)log:(NSString *)format, ... {
    va_list arguments;
    va_start(arguments, format);
    NSString *text = [[NSString alloc] initWithFormat:format arguments:arguments];
    va_end(arguments);
    NSLog(@"%@", text);
}
@end
@implementation Login
- (void)signIn:(NSString *)password {
    [Journal log:@"with %@", password];  // expect: store.log-personal
    [Journal log:@"without"];
}
@end
