// swift-tools-version: 6.2

import PackageDescription

// A package as others write it: it depends by version on the products, and on nothing else of them.
// `make client` builds it against a tagged clone, which it names here.
let source = Context.environment["WIT_CLONE"] ?? "https://example.org/what-is-that"

let package = Package(
    name: "outside",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: source, from: "0.1.0")],
    targets: [
        .executableTarget(
            name: "outside",
            dependencies: [
                .product(name: "WhatIsThat", package: "what-is-that"),
                .product(name: "MIMEMessage", package: "what-is-that"),
                .product(name: "Gazetteer", package: "what-is-that"),
            ])
    ]
)
