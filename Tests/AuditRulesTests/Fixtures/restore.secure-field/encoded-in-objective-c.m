// swift-format-ignore-file
@implementation Unlock
- (void)viewDidLoad { self.input.secureTextEntry = YES; }
- (void)encodeRestorableStateWithCoder:(NSCoder *)coder {
    [coder encodeObject:self.input.text forKey:@"a"];  // expect: restore.secure-field
    [coder encodeObject:self.search.text forKey:@"b"];
}
@end
