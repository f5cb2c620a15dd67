// One import in a test is enough: devices, classes, states and paths come along.
@_exported public import ProtectedFoundation
@_exported public import ProtectedStore
@_exported public import ProtectionModel
