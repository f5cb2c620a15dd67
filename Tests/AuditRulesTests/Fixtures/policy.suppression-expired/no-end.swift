// swift-format-ignore-file
// protectctl:allow store.class-none -- a marker file without content
let a = 1