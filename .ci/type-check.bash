# shellcheck shell=bash
# How the sources are type-checked for a system that isn't at hand: what `check-macos` and `check-musl` share.
#
# Not a build: nothing is linked or run. The C headers of that system come from whoever sources this file; the
# standard library is the toolchain's own, compiled for that system from its interface.
#
# Set before: target (a triple), module_name (the standard library's name for it), folder (where files are kept),
# sdk (a folder with usr/include).
# C modules may stand in `$folder/modules/CSystem`.
: "${target:?}" "${module_name:?}" "${folder:?}" "${sdk:?}"

compiler=$(command -v swiftc)
libraries=$(dirname "$(dirname "$(realpath "$compiler")")")/lib/swift
modules=$folder/modules
# There are no modules of concurrency and regular expressions for it; with -O none for debugging is wanted either.
alone=(-O -disable-implicit-concurrency-module-import -disable-implicit-string-processing-module-import)

frontend() {
  "$compiler" -frontend "$@" -target "$target" -sdk "$sdk" -resource-dir "$libraries" -disable-objc-interop \
    -module-cache-path "$folder/cache" -I "$modules" -I "$modules/CSystem"
}

# Compiles the standard library for the target, unless that was done already.
prepare_standard_library() {
  standard=$modules/Swift.swiftmodule/$module_name.swiftmodule
  if [ -f "$standard" ] && ! [ "$compiler" -nt "$standard" ]; then return; fi
  echo "Compiling the standard library for $target"
  mkdir -p "$modules/Swift.swiftmodule"
  # The target it was made for stands in it. What is deployed to older systems has a body that it doesn't show.
  sed -E -e "s/-target [^ ]+-unknown-linux-gnu/-target $target/" -e 's/@backDeployed\(before: [^)]*\)//' \
    "$libraries/linux/Swift.swiftmodule/$(uname -m)-unknown-linux-gnu.swiftinterface" >"$folder/Swift.swiftinterface"
  frontend -compile-module-from-interface -module-name Swift -parse-stdlib -o "$standard" \
    "$folder/Swift.swiftinterface"
}

# Checks one module, as the package declares it: NAME FILE…
check() {
  local name=$1
  shift
  frontend -emit-module -module-name "$name" -package-name stack -swift-version 6 -parse-as-library \
    "${alone[@]}" -warnings-as-errors -o "$modules/$name.swiftmodule" "$@"
}

# Shows that a line is taken: MODULE LINE
accept() {
  printf 'import %s\n%s\n' "$1" "$2" >"$folder/Right.swift"
  check Right "$folder/Right.swift"
}

# Shows that a wrong line is refused, and for the reason given: MODULE LINE REASON
refuse() {
  printf 'import %s\n%s\n' "$1" "$2" >"$folder/Wrong.swift"
  local said
  if said=$(check Wrong "$folder/Wrong.swift" 2>&1) || [[ $said != *"$3"* ]]; then
    printf 'This line should have been refused (%s):\n%s\n%s\n' "$3" "$2" "$said" >&2
    exit 1
  fi
}

# Checks the module and the command.
check_sources() {
  # What SwiftPM makes of the embedded resources, without what is in them.
  {
    echo 'struct PackageResources {'
    for script in completions/*; do
      name=$(basename "$script")
      echo "  static let ${name//./_}: [UInt8] = []"
    done
    echo '}'
  } >"$folder/embedded_resources.swift"
  local module command
  mapfile -t module < <(find Sources/Stack -name '*.swift' | LC_ALL=C sort)
  mapfile -t command < <(find Sources/StackCommand -name '*.swift' | LC_ALL=C sort)
  check Stack "${module[@]}"
  check StackCommand "${command[@]}" "$folder/embedded_resources.swift"
  echo "Stack and StackCommand type-check for $target."
}
