// A user of restrictions needs the preferences that they are set by, and the error.
@_exported public import Preferences
@_exported public import ProtectionModel
