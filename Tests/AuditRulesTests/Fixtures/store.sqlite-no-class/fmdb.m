void store(NSString *email, NSString *path) {
    FMDatabase *database = [FMDatabase databaseWithPath:path];  // expect: store.sqlite-no-class
    [database executeUpdate:@"insert into people values (?)", email];
}