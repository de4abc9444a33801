// The words for the error codes of system calls. strerror(3) has other words in each C library, so
// messages would depend on the system and on how the program was built.

import CSystem

extension FileError {
  /// What an error code means, as in POSIX (XSH 2.3 and `<errno.h>`); `error 123` for a code that
  /// users don't usually meet.
  static func text(ofCode code: Int32) -> String {
    switch code {
    case E2BIG: "Argument list too long"
    case EACCES: "Permission denied"
    case EAGAIN: "Resource temporarily unavailable"
    case EBADF: "Bad file descriptor"
    case EBUSY: "Device or resource busy"
    case EEXIST: "File exists"
    case EFBIG: "File too large"
    case EINVAL: "Invalid argument"
    case EIO: "Input/output error"
    case EISDIR: "Is a directory"
    case ELOOP: "Too many levels of symbolic links"
    case EMFILE: "Too many open files"
    case EMLINK: "Too many links"
    case ENAMETOOLONG: "File name too long"
    case ENFILE: "Too many open files in system"
    case ENODEV: "No such device"
    case ENOENT: "No such file or directory"
    case ENOEXEC: "Executable file format error"
    case ENOLCK: "No locks available"
    // POSIX says `Not enough space`, which people take for the disk's.
    case ENOMEM: "Cannot allocate memory"
    case ENOSPC: "No space left on device"
    case ENOSYS: "Function not implemented"
    case ENOTCONN: "Socket not connected"
    case ENOTDIR: "Not a directory"
    case ENOTEMPTY: "Directory not empty"
    case ENOTSUP, EOPNOTSUPP: "Operation not supported"
    case ENXIO: "No such device or address"
    case EPERM: "Operation not permitted"
    case EPIPE: "Broken pipe"
    case EROFS: "Read-only file system"
    case ETIMEDOUT: "Operation timed out"
    case ETXTBSY: "Text file busy"
    case EXDEV: "Cross-device link"
    // POSIX only reserves these codes.
    case EDQUOT: "Disk quota exceeded"
    case ESTALE: "Stale file handle"
    default: "error \(code)"
    }
  }
}
