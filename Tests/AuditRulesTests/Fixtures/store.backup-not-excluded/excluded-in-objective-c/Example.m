@implementation Entries
- (void)keep:(NSData *)text {
    NSString *folder = NSSearchPathForDirectoriesInDomains(NSDocumentDirectory, NSUserDomainMask, YES)[0];
    NSString *file = [folder stringByAppendingPathComponent:@"diary.json"];
    [text writeToFile:file atomically:YES];
    [[NSURL fileURLWithPath:file] setResourceValue:@YES forKey:NSURLIsExcludedFromBackupKey error:nil];
}
@end
