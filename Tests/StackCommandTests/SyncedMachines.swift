// Machines that exchange their stacks by `stack sync`.

import Foundation
import TestSupport

/// Three machines, whose commands are `laptop`, `desk` and `tower` instead of `stack`, and an
/// empty repository, `origin`.
func machines(_ environment: [String: String] = [:]) throws -> Home {
  let home = Home(environment)
  try home.script("laptop", #"HOME=~/${0##*/} exec stack "$@""#)
  try home.script(
    "tasks", #"grep -o '"title": "[^"]*"' ~/$1/.config/stack/stack.json | cut -d '"' -f 4"#)
  try home.script(
    "same", "for m; do cmp ~/$m/.config/stack/stack.json ~/$1/.config/stack/stack.json; done")
  try home.shell(
    """
    git init -q --bare -b stack origin; mkdir laptop desk tower
    ln -s laptop .bin/desk; ln -s laptop .bin/tower
    """)
  return home
}

/// Three machines that have synced a stack with these tasks.
func syncedMachines(
  _ titles: String..., environment: [String: String] = [:]
) throws -> Home {
  let home = try machines(environment)
  try home.shell("laptop push -", input: Data(titles.joined(separator: "\n").utf8))
  try home.shell("for m in laptop desk tower; do $m sync origin; done")
  return home
}
