# shellcheck shell=bash
# Compiles the module and the command as Embedded Swift, without SwiftPM, for `small-build` and `check-macos`.
#
# The toolchain has Embedded Swift's library for the processor, but for another system. The library contains no machine
# code: each program compiles it again, and its code is the same for both systems. So a copy is used in which the name
# of the target has been replaced by another one of the same length.
#
# Variables to set before: target (a triple), library (the target of the toolchain's library), target_within (the name
# that replaces it, with the same length), directory (for all files), header_options (the compiler's options for C
# headers), entry_point (the name that the function `main` gets).
: "${target:?}" "${library:?}" "${target_within:?}" "${directory:?}" "${entry_point:?}"

tools=$(dirname "$(realpath "$(command -v swift)")")
libraries=$(dirname "$tools")/lib/swift/embedded
# The Unicode data is a separate library.
unicode_tables=$libraries/$library/libswiftUnicodeDataTables.a
modules=$directory/modules

# Whether an output is older than one of its inputs: FILE
is_outdated() {
  local parts=(Sources completions .ci/small-build.bash ".ci/${0##*/}" "$tools/swift-frontend")
  [ ! -f "$1" ] || [ -n "$(find "${parts[@]}" -newer "$1" -print -quit)" ]
}

# With each function in a section of its own, so that the linker can remove unused functions and merge equal ones.
compile_swift() { # ARGUMENT…
  "$tools/swift-frontend" -frontend -c -target "$target" -I "$modules" -module-cache-path "$directory/cache" \
    "${header_options[@]}" -disable-objc-interop -swift-version 6 -package-name stack -parse-as-library \
    -enable-experimental-feature Embedded -function-sections -warnings-as-errors "$@"
}

# Copies Swift's own modules for the target: NAME (of the files that the compiler looks for, such as arm64-apple-macos)
prepare_modules() {
  local module
  for module in Swift _Builtin_float; do
    mkdir -p "$modules/$module.swiftmodule"
    sed "s/$library/$target_within/" "$libraries/$module.swiftmodule/$library.swiftmodule" \
      >"$modules/$module.swiftmodule/$1.swiftmodule"
  done
}

# Compiles the module and the command to objects, optimized for size, which costs hardly any time: a change waits for the
# disk. Equal sequences of instructions become functions of their own.
compile_sources() {
  # The code that SwiftPM generates for embedded resources.
  {
    echo 'struct PackageResources {'
    for script in completions/* Sources/StackCommand/Help/Texts/*; do
      name=$(basename "$script")
      echo "  static let ${name//./_}: [UInt8] = [$(od -An -v -tu1 -w1 "$script" | paste -sd,)]"
    done
    echo '}'
  } >"$directory/embedded_resources.swift"
  local sources outlining=(-Xllvm -enable-machine-outliner=always -Xllvm -enable-linkonceodr-outlining)
  mapfile -t sources < <(find Sources/Stack -name '*.swift' | LC_ALL=C sort)
  compile_swift -Osize "${outlining[@]}" -module-name Stack -emit-module-path "$modules/Stack.swiftmodule" \
    -o "$directory/Stack.o" "${sources[@]}"
  mapfile -t sources < <(find Sources/StackCommand -name '*.swift' | LC_ALL=C sort)
  compile_swift -Osize "${outlining[@]}" -entry-point-function-name "$entry_point" \
    -module-name StackCommand -o "$directory/StackCommand.o" "${sources[@]}" "$directory/embedded_resources.swift"
}
