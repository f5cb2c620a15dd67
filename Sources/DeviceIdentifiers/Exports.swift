// A user of identifiers needs the error that they fail with.
@_exported public import ProtectionModel
