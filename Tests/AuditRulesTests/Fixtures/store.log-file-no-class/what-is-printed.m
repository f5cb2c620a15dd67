void redirect(void) {
    NSString *folder = NSSearchPathForDirectoriesInDomains(NSDocumentDirectory, NSUserDomainMask, YES)[0];
    NSString *path = [folder stringByAppendingPathComponent:@"console.txt"];
    freopen(path.fileSystemRepresentation, "a+", stderr);  // expect: store.log-file-no-class
}
