# shellcheck shell=bash
# How the small build is made by hand for another system than this one: what `check-arm64` and `check-macos` share.
#
# The toolchain has Embedded Swift's library for that processor, but for another system. It is a module of code that is
# compiled anew in each program, and alike for both; so a copy of it says the wanted system, in as many letters.
#
# Set before: target (a triple), library (the toolchain's name of the one it has), target_within (the target, in as many
# letters as that name), directory (where all is kept), header_options (the compiler's options for the C headers).
: "${target:?}" "${library:?}" "${target_within:?}" "${directory:?}"

tools=$(dirname "$(realpath "$(command -v swiftc)")")
libraries=$(dirname "$tools")/lib/swift/embedded
# What characters are is data, and a library of its own.
unicode_tables=$libraries/$library/libswiftUnicodeDataTables.a
modules=$directory/modules

# Whether what was made is older than something that it is made of: FILE
is_outdated() {
  local parts=(Sources completions .ci/small-build.bash ".ci/${0##*/}" "$tools/swift-frontend")
  [ ! -f "$1" ] || [ -n "$(find "${parts[@]}" -newer "$1" -print -quit)" ]
}

compile_swift() { # ARGUMENT…
  "$tools/swift-frontend" -frontend -c -target "$target" -I "$modules" -module-cache-path "$directory/cache" \
    "${header_options[@]}" -disable-objc-interop -swift-version 6 -package-name stack -parse-as-library \
    -enable-experimental-feature Embedded -warnings-as-errors "$@"
}

# Lays Swift's own modules out for the target: NAME (under which the compiler looks for them)
prepare_modules() {
  local module
  for module in Swift _Builtin_float; do
    mkdir -p "$modules/$module.swiftmodule"
    sed "s/$library/$target_within/" "$libraries/$module.swiftmodule/$library.swiftmodule" \
      >"$modules/$module.swiftmodule/$1.swiftmodule"
  done
}

# Compiles the module and the command to objects in the directory, as the package declares them.
compile_sources() {
  # What SwiftPM makes of the embedded resources.
  {
    echo 'struct PackageResources {'
    for script in completions/* Sources/StackCommand/Help/Texts/*; do
      name=$(basename "$script")
      echo "  static let ${name//./_}: [UInt8] = [$(od -An -v -tu1 -w1 "$script" | paste -sd,)]"
    done
    echo '}'
  } >"$directory/embedded_resources.swift"
  local sources
  mapfile -t sources < <(find Sources/Stack -name '*.swift' | LC_ALL=C sort)
  compile_swift -O -module-name Stack -emit-module-path "$modules/Stack.swiftmodule" \
    -o "$directory/Stack.o" "${sources[@]}"
  mapfile -t sources < <(find Sources/StackCommand -name '*.swift' | LC_ALL=C sort)
  compile_swift -Osize -module-name StackCommand -o "$directory/StackCommand.o" \
    "${sources[@]}" "$directory/embedded_resources.swift"
}
