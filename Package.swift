// swift-tools-version: 6.2

import PackageDescription

// Warnings are errors where this is the package that is built. SwiftPM leaves that out where it is a
// dependency of another one (SE-0480); unsafe flags would keep others from depending on a version of it.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

// The same, for what works on many bytes. `make` has it optimised in debug builds too, its assertions
// left in: the tests read some gigabytes of mails and photos. Nobody who depends on this package sees it.
let heavy =
    strict
    + (Context.environment["WIT_OPTIMISED"] == nil
        ? []
        : [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))])
let strictC: [CSetting] = [
    .enableWarning("all"),
    .enableWarning("extra"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "WhatIsThat",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "wit", targets: ["wit"]),
        // Each with the modules whose types its interface names.
        .library(
            name: "WhatIsThat",
            targets: [
                "WhatIsThat", "PhotoRecords", "JSON", "Files", "Folders", "PhotoMetadata",
                "Pictures", "CatalogDatabase", "ExchangeFormats", "Gazetteer", "LearnedStrokes",
                "MIMEMessage", "Privacy", "RegionGeometry", "ShareMail", "MailTransport",
                "OutputText",
            ]),
        .library(name: "MIMEMessage", targets: ["MIMEMessage", "OutputText"]),
        .library(name: "Gazetteer", targets: ["Gazetteer", "PhotoRecords", "JSON", "OutputText"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", .upToNextMinor(from: "7.10.0")),
        .package(
            url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.2")),
        .package(url: "https://github.com/apple/swift-crypto", .upToNextMinor(from: "4.5.2")),
        .package(
            url: "https://github.com/hummingbird-project/swift-mustache",
            .upToNextMinor(from: "2.1.1")),
        .package(url: "https://github.com/LebJe/TOMLKit", .upToNextMinor(from: "0.6.0")),
    ],
    targets: [
        // Floor 0: C libraries, each imported by one Swift target.
        .systemLibrary(
            name: "CLibExif", pkgConfig: "libexif",
            providers: [.apt(["libexif-dev"]), .brew(["libexif"])]),
        .systemLibrary(
            name: "CLibXML2", pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
        .systemLibrary(
            name: "CBrotli", pkgConfig: "libbrotlidec",
            providers: [.apt(["libbrotli-dev"]), .brew(["brotli"])]),
        .systemLibrary(
            name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        .systemLibrary(
            name: "CIDN2", pkgConfig: "libidn2",
            providers: [.apt(["libidn2-dev"]), .brew(["libidn2"])]),
        // Not linked: libvips is loaded when the first picture is wanted.
        .target(name: "CVips", cSettings: strictC),

        // What starts a child process and locks it in. libseccomp is loaded by the child, not linked.
        .target(name: "CSandbox", cSettings: strictC),

        // The system's own calls that Swift's Glibc does not show.
        .systemLibrary(name: "CFiles"),

        // What SQLite is told before its first use.
        .systemLibrary(
            name: "CSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),

        // Base64 by vectors; ours, in C.
        .target(name: "CBase64", cSettings: strictC),

        // Floor 1: what becomes of foreign text where it comes in and where it is written, how bytes
        // are spelled and packed, JSON, XML, JPEG's segments, and the values.
        .target(name: "TextCleaning", swiftSettings: heavy),
        .target(name: "OutputText", swiftSettings: heavy),
        .target(name: "ByteCoding", dependencies: ["CZlib"], swiftSettings: heavy),
        .target(
            name: "JSON", dependencies: ["ByteCoding", "OutputText", "TextCleaning"],
            swiftSettings: heavy),
        .target(name: "JPEG", swiftSettings: heavy),
        .target(
            name: "XML", dependencies: ["CLibXML2", "OutputText", "TextCleaning"],
            swiftSettings: heavy),
        .target(
            name: "PhotoRecords",
            dependencies: ["ByteCoding", "JSON", "OutputText", "TextCleaning"],
            exclude: ["Folding/make-folding"], swiftSettings: heavy),

        // Floor 2: shapes and strokes, on values alone; and what reads and writes bytes.
        .target(name: "RegionGeometry", swiftSettings: heavy),
        .target(name: "Files", dependencies: ["CFiles", "OutputText"], swiftSettings: strict),
        .target(
            name: "PhotoMetadata",
            dependencies: [
                "ByteCoding", "CBrotli", "CLibExif", "Files", "JPEG", "JSON",
                "OutputText",
                "PhotoRecords", "TextCleaning", "XML",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: heavy),
        .target(
            name: "Folders", dependencies: ["Files", "PhotoMetadata"], swiftSettings: strict),
        .target(
            name: "Pictures",
            dependencies: ["CSandbox", "CVips", "JPEG", "OutputText", "PhotoRecords"],
            swiftSettings: strict),
        .target(
            name: "MIMEMessage",
            dependencies: [
                "ByteCoding", "CBase64", "CIDN2", "Files", "OutputText", "TextCleaning",
            ],
            swiftSettings: heavy),
        .target(
            name: "MailTransport", dependencies: ["CCurl", "OutputText", "TextCleaning"],
            swiftSettings: strict),
        .target(
            name: "Gazetteer", dependencies: ["OutputText", "PhotoRecords"],
            exclude: ["make-gazetteer", "make-land"],
            resources: [.copy("Places")], swiftSettings: heavy),

        // Floor 3: records at rest, records in the mail.
        .target(
            name: "CatalogDatabase",
            dependencies: [
                "ByteCoding", "CSQLite", "Files", "JSON", "OutputText", "PhotoRecords",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
        .target(
            name: "LearnedStrokes",
            dependencies: ["Files", "JSON", "OutputText", "RegionGeometry", "TextCleaning"],
            exclude: ["make-strokes"], resources: [.embedInCode("our-strokes.jsonl")],
            swiftSettings: heavy),
        .target(
            name: "ExchangeFormats",
            dependencies: [
                "ByteCoding", "Files", "JSON", "OutputText", "PhotoMetadata", "PhotoRecords",
                "TextCleaning", "XML",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict),
        .target(
            name: "Privacy",
            dependencies: [
                "ByteCoding", "Files", "Gazetteer", "JSON", "OutputText", "PhotoMetadata",
                "PhotoRecords",
            ],
            swiftSettings: heavy),
        .target(
            name: "MailTemplates",
            dependencies: ["OutputText", .product(name: "Mustache", package: "swift-mustache")],
            path: "Templates",
            resources: [.copy("common"), .copy("de"), .copy("en"), .copy("es"), .copy("fr")],
            swiftSettings: strict),
        .target(
            name: "ShareMail",
            dependencies: [
                "ByteCoding", "Files", "Gazetteer", "JPEG", "JSON", "OutputText", "PhotoRecords",
                "PhotoMetadata", "Pictures", "Privacy", "MIMEMessage", "MailTemplates",
                "RegionGeometry", "TextCleaning",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: heavy),

        // Floor 4: the use cases.
        .target(
            name: "WhatIsThat",
            dependencies: [
                "ByteCoding", "Files", "Folders", "JSON", "OutputText", "PhotoRecords",
                "PhotoMetadata", "Pictures", "MIMEMessage", "MailTemplates", "MailTransport",
                "Gazetteer", "LearnedStrokes", "CatalogDatabase", "ExchangeFormats", "Privacy",
                "RegionGeometry",
                "ShareMail", "TextCleaning",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "TOMLKit", package: "TOMLKit"),
            ],
            swiftSettings: strict),

        // Floor 6: arguments in, words out.
        .executableTarget(
            name: "wit",
            dependencies: [
                "Files", "Folders", "JSON", "OutputText", "WhatIsThat", "PhotoRecords",
                "MIMEMessage", "MailTransport", "Gazetteer", "CatalogDatabase", "ExchangeFormats",
                "LearnedStrokes", "MailTemplates", "PhotoMetadata", "Pictures", "Privacy",
                "RegionGeometry", "ShareMail",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["Manual/Pages"], swiftSettings: strict),

        // What `make bench` times of our own, beside the programs of others.
        .executableTarget(
            name: "wit-bench",
            dependencies: [
                "CBase64", "Files", "JSON", "MIMEMessage", "CatalogDatabase", "PhotoRecords",
                "RegionGeometry",
            ],
            path: "Tests/Benchmarks/WitBench", swiftSettings: strict),

        // The tests, a mirror of the sources.
        .target(name: "CInstructions", path: "Tests/CInstructions", cSettings: strictC),
        .target(name: "CSpawn", path: "Tests/CSpawn", cSettings: strictC),
        .target(
            name: "TestSupport",
            dependencies: [
                "CInstructions", "CSpawn", "JSON", "PhotoRecords",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Tests/TestSupport", exclude: ["Scripted"], swiftSettings: strict),
        .testTarget(
            name: "OutputTextTests", dependencies: ["OutputText"],
            swiftSettings: strict),
        .testTarget(
            name: "TextCleaningTests", dependencies: ["TextCleaning", "TestSupport"],
            swiftSettings: strict),
        .testTarget(name: "ByteCodingTests", dependencies: ["ByteCoding"], swiftSettings: strict),
        .testTarget(name: "JSONTests", dependencies: ["JSON"], swiftSettings: strict),
        .testTarget(name: "JPEGTests", dependencies: ["JPEG"], swiftSettings: strict),
        .testTarget(name: "XMLTests", dependencies: ["XML"], swiftSettings: strict),
        .testTarget(
            name: "PhotoRecordsTests", dependencies: ["JSON", "PhotoRecords", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "RegionGeometryTests", dependencies: ["RegionGeometry", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "FilesTests", dependencies: ["Files", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "FoldersTests", dependencies: ["Files", "Folders", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "PhotoMetadataTests",
            dependencies: [
                "ByteCoding", "JPEG", "JSON", "OutputText", "PhotoMetadata", "PhotoRecords",
                "TestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PicturesTests",
            dependencies: ["OutputText", "Pictures", "PhotoRecords", "Gazetteer", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "MIMEMessageTests",
            dependencies: [
                "OutputText", "MIMEMessage", "TestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "MailTransportTests",
            dependencies: ["OutputText", "MailTransport", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "GazetteerTests",
            dependencies: ["OutputText", "Gazetteer", "PhotoRecords", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "CatalogDatabaseTests",
            dependencies: [
                "Files", "JSON", "OutputText", "CatalogDatabase", "PhotoRecords", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "LearnedStrokesTests",
            dependencies: [
                "LearnedStrokes", "Files", "JSON", "OutputText", "RegionGeometry", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ExchangeFormatsTests",
            dependencies: [
                "ExchangeFormats", "JSON", "OutputText", "PhotoRecords", "TestSupport", "XML",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PrivacyTests",
            dependencies: ["ByteCoding", "PhotoRecords", "Privacy", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ShareMailTests",
            dependencies: [
                "ByteCoding", "ShareMail", "Gazetteer", "JSON", "OutputText", "PhotoRecords",
                "PhotoMetadata", "Pictures", "Privacy", "MIMEMessage", "MailTemplates",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "WhatIsThatTests",
            dependencies: [
                "WhatIsThat", "PhotoRecords", "PhotoMetadata", "MIMEMessage", "MailTransport",
                "CatalogDatabase", "ExchangeFormats", "Files", "Folders", "JSON",
                "LearnedStrokes", "OutputText", "Pictures", "Privacy", "RegionGeometry",
                "ShareMail", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "witTests",
            dependencies: [
                "Folders", "JSON", "MIMEMessage", "OutputText", "wit", "WhatIsThat",
                "CatalogDatabase",
                "PhotoRecords", "TestSupport",
            ],
            swiftSettings: strict),
    ]
)

// `make fuzz` alone sets this: the fuzz targets need a sanitizer and libFuzzer to link.
if Context.environment["WIT_FUZZING"] != nil {
    package.targets.append(
        .executableTarget(
            name: "wit-fuzz",
            dependencies: [
                "ByteCoding", "ExchangeFormats", "JSON", "LearnedStrokes", "PhotoRecords",
                "PhotoMetadata", "Pictures", "MIMEMessage", "MailTemplates", "RegionGeometry",
                "ShareMail", "TextCleaning", "XML",
            ],
            path: "Tests/Fuzzing", exclude: ["Dictionaries", "fuzz"], swiftSettings: strict))
}

// `make docs` alone sets this: whoever depends on this package need not fetch the plugin.
if Context.environment["WIT_DOCS"] != nil {
    package.dependencies.append(
        .package(
            url: "https://github.com/swiftlang/swift-docc-plugin", .upToNextMinor(from: "1.5.0")))
}
