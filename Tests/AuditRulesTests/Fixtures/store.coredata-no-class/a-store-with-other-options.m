void open(NSPersistentStoreCoordinator *c, NSURL *url) {
    [c addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:url  // expect: store.coredata-no-class
        options:@{NSMigratePersistentStoresAutomaticallyOption: @YES} error:nil];
}