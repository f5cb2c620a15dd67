// So that code which says `import CloudKit` compiles where Apple's module is not.
@_exported public import CloudKitCompatibility
