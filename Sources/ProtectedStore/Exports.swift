// A user of the store needs its words: classes, states, events, paths, error codes.
@_exported public import ProtectionModel
