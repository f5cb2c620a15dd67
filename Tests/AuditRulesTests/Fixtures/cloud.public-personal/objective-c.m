void save(CKRecord *record, NSString *email) {
    record[@"email"] = email;  // expect: cloud.public-personal
    [[[CKContainer defaultContainer] publicCloudDatabase] saveRecord:record completionHandler:nil];
}