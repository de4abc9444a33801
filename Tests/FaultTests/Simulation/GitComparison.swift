// Whether the simulation merges commits as git itself does.

import TestSupport

extension CommitGraph {
  /// Commits and merges the same in a repository with the program as merge driver. Returns the
  /// stacks' files that git merged differently.
  func differencesFromGit() throws -> [String] {
    let home = Home()
    for number in 0..<count {
      for (stack, name) in Move.stackNames.enumerated() {
        try home.write(self[number].texts[stack], to: "\(number)/\(name).json")
      }
    }
    let commits = (0..<count).map { number in
      let parents = self[number].parents.map { "$c\($0)" }.joined(separator: " ")
      return "commit \(number) \(parents)"
    }
    let finished = try home.shell(
      """
      set -e
      export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a
      git init -q --bare r.git
      export GIT_DIR=$PWD/r.git
      git config merge.stack.driver 'stack merge %O %A %B'
      echo '*.json merge=stack' >r.git/info/attributes
      commit() {
        number=$1 parents= date=$((1700000000 + $1))
        shift
        if [ $# = 2 ]; then
          tree=$(git merge-tree --write-tree "$@" | head -1)
          for name in \(Move.stackNames.joined(separator: " ")); do
            git cat-file -p "$tree:$name.json" | cmp -s - $number/$name.json || echo "$number $name"
          done
        fi
        for parent; do parents="$parents -p $parent"; done
        export GIT_INDEX_FILE=$PWD/index GIT_AUTHOR_DATE="$date +0000" GIT_COMMITTER_DATE="$date +0000"
        rm -f index
        GIT_WORK_TREE=$PWD/$number git -C $number add -A
        declare -g c$number=$(git commit-tree -m $number $parents $(git write-tree))
      }
      \(commits.joined(separator: "\n"))
      """)
    if finished.status != 0 { return ["\(finished)"] }
    return finished.output.split(separator: "\n").map(String.init)
  }
}
