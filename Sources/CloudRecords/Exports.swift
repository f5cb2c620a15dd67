// A user of records needs the error that they fail with, and times.
@_exported public import ProtectionModel
