@implementation Diary
- (void)open {
    NSString *key = [self.keychain stringForKey:@"diary"];
    sqlite3_key(db, [key UTF8String], (int)key.length);
    CCHmac(kCCHmacAlgSHA256, key.UTF8String, key.length, text.bytes, text.length, out);
}
@end
