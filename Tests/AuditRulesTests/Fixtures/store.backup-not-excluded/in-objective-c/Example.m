@implementation Entries
- (void)keep:(NSData *)text {
    NSString *folder = NSSearchPathForDirectoriesInDomains(NSDocumentDirectory, NSUserDomainMask, YES)[0];
    [text writeToFile:[folder stringByAppendingPathComponent:@"diary.json"] atomically:YES];  // expect: store.backup-not-excluded
}
@end
