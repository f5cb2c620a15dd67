// So that code which says `import Security` compiles where Apple's module is not.
@_exported public import ProtectedKeychain
