static NSString *const kSecret = @"correct horse";

@implementation Cipher
- (void)seal:(NSData *)text with:(NSString *)typed {
    CCCrypt(kCCEncrypt, kCCAlgorithmAES, 0, [kSecret UTF8String], 16, NULL, text.bytes, 1, out, 2, &n);  // expect: store.hardcoded-key
    CCCrypt(kCCEncrypt, kCCAlgorithmAES, 0, [typed UTF8String], 16, NULL, text.bytes, 1, out, 2, &n);
    [RNEncryptor encryptData:text withSettings:s password:@"correct horse" error:&e];  // expect: store.hardcoded-key
    [RNEncryptor encryptData:text withSettings:s password:typed error:&e];
}
@end
