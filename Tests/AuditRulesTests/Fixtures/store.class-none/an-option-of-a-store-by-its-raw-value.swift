// swift-format-ignore-file
import CoreData

func protect(_ description: NSPersistentStoreDescription) {
    description.setOption(FileProtectionType.none as NSObject, forKey: NSPersistentStoreFileProtectionKey)  // expect: store.class-none
    description.setOption(FileProtectionType.none.rawValue as NSString, forKey: NSPersistentStoreFileProtectionKey)  // expect: store.class-none
    description.setOption(FileProtectionType.complete as NSObject, forKey: NSPersistentStoreFileProtectionKey)
}
