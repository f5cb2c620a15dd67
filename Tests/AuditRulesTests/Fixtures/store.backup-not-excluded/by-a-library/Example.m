@implementation Entries
- (void)keep:(NSData *)text {
    NSString *folder = NSSearchPathForDirectoriesInDomains(NSDocumentDirectory, NSUserDomainMask, YES)[0];
    NSString *file = [folder stringByAppendingPathComponent:@"diary.json"];
    [Files addSkipBackupAttributeToItemAtPath:file];
    [text writeToFile:file atomically:YES];
}
@end
