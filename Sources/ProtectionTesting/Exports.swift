// One import in a test is enough: classes, states, paths and Foundation's view come along. Not the store,
// whose `FileHandle` would be in the way of Foundation's.
@_exported public import ProtectedFoundation
@_exported public import ProtectionModel
