// swift-format-ignore-file
// protectctl:allow store.class-none until 2025-01-31 -- later
let a = 1