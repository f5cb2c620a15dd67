// One import in a test is enough: classes, states, paths and Foundation's view come along. Not the
// store, whose types a test of an app rarely names.
@_exported public import ProtectedFoundation
@_exported public import ProtectionModel
