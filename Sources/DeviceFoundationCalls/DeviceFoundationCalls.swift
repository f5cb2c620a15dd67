// For the declarations that the plugin DeviceFoundation copies, and for nothing else: an import of
// ProtectedFoundation there would have to agree in its access level with those of the sources beside it,
// or these would not compile ("ambiguous implicit access level").
@_exported public import ProtectedFoundation
