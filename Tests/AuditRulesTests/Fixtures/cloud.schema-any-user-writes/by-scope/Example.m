#import <CloudKit/CloudKit.h>

void save(CKContainer *container, CKRecord *record) {
    [[container databaseWithDatabaseScope:CKDatabaseScopePrivate] saveRecord:record completionHandler:nil];
}
