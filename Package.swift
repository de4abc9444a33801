// swift-tools-version: 6.2

import PackageDescription

// A static executable starts four times as fast as one that loads the Swift runtime, and runs on
// machines without it.
let standalone: [LinkerSetting] = [
  .unsafeFlags(
    ["-static-executable", "-use-ld=lld", "-Xlinker", "--gc-sections", "-Xlinker", "-s"],
    .when(platforms: [.linux], configuration: .release))
]

// The small build, without the Swift runtime. It is off by default, because a program with the
// Swift runtime can't import a module that was built without it.
let whenSmall = BuildSettingCondition.when(
  platforms: [.linux], configuration: .release, traits: ["Embedded"])

// The executable's target can't use `enableExperimentalFeature`: SwiftPM ignores its condition when
// linking, so the usual build would lack the runtime's start-up code. Compiler flags keep their
// condition when linking.
let smallExecutable = ["-enable-experimental-feature", "Embedded"]

// Lets the linker remove unused functions and merge identical ones.
let functionSections = ["-Xfrontend", "-function-sections"]

// Lets the compiler move equal sequences of instructions into functions of their own.
let outlining = ["-enable-machine-outliner=always", "-enable-linkonceodr-outlining"]
  .flatMap { ["-Xllvm", $0] }

// Flags for code that isn't worth more space. Not for the module, where the time is spent.
let small = outlining + ["-Osize"]

// A script for the linker that leaves the unwind tables out.
let noUnwindTables = "\(Context.packageDirectory)/Sources/CSystem/no-unwind-tables.ld"

let package = Package(
  name: "stack",
  platforms: [.macOS(.v13)],
  products: [
    .library(name: "Stack", targets: ["Stack"]),
    .executable(name: "stack", targets: ["StackCommand"]),
  ],
  traits: [
    .trait(
      name: "Embedded",
      description: """
        Build the `stack` command in Embedded Swift, without a runtime. Only for building this package itself: a package \
        that depends on it must not enable this trait.
        """)
  ],
  targets: [
    .target(
      name: "CSystem", exclude: ["no-unwind-tables.ld"],
      cSettings: [.define("STACK_SMALL", whenSmall)]),
    .target(
      name: "Stack", dependencies: ["CSystem"],
      swiftSettings: [
        .enableExperimentalFeature("Embedded", whenSmall),
        .unsafeFlags(functionSections, whenSmall),
      ]),
    .executableTarget(
      name: "StackCommand",
      dependencies: ["Stack", "CSystem"],
      // The files that `stack init` and `stack help` print.
      resources: [
        "stack.bash", "_stack", "stack.fish", "stack.elv", "stack.xsh",
        "prompt.bash", "prompt.zsh", "prompt.fish", "prompt.sh",
      ]
      .map { .embedInCode("../../completions/\($0)") }
        + [
          "commands.txt", "suggestions.txt", "sync.txt", "bars.txt", "ssh.txt", "recipes.txt",
          "manual.mdoc",
        ].map { .embedInCode("Help/Texts/\($0)") },
      swiftSettings: [.unsafeFlags(smallExecutable + functionSections + small, whenSmall)],
      linkerSettings: standalone + [
        // There are no exceptions, so the unwind tables are never used.
        .unsafeFlags(
          smallExecutable
            + ["--no-eh-frame-hdr", noUnwindTables, "-O2", "--icf=all"].flatMap {
              ["-Xlinker", $0]
            },
          whenSmall)
      ]),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(
      name: "StackTests", dependencies: ["Stack", "TestSupport"], resources: [.copy("Cases")]),
    .testTarget(name: "StackCommandTests", dependencies: ["StackCommand", "TestSupport"]),
    .testTarget(
      name: "FaultTests", dependencies: ["StackCommand", "TestSupport"],
      exclude: ["README.md", "Scripts"]),
    .testTarget(
      name: "ShellTests", dependencies: ["StackCommand", "TestSupport"], exclude: ["Scripts"]),
  ]
)
