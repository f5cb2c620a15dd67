@implementation Files
- (void)exclude:(NSString *)path {
    [NSFileManager.defaultManager setAttributes:@{NSURLIsExcludedFromBackupKey: @YES} ofItemAtPath:path error:nil];  // expect: store.backup-not-excluded
}
@end
