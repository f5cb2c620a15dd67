// A user of profiles needs the preferences that they force, and the error.
@_exported public import Preferences
@_exported public import ProtectionModel
