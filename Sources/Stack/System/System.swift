// Access to the environment of this process.

import CSystem

#if canImport(Darwin) && Embedded
  #warning("There is no small build for this system; this makes the usual one.")
#endif

/// This process and its user.
package enum System {
  /// The bytes of an environment variable; `nil` if it isn't set.
  package static func environmentVariable(_ name: String) -> [UInt8]? {
    getenv(name).map { Pathname(cString: $0).bytes }
  }
}
