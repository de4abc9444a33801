# Holds a file ($1) for some seconds ($3), and writes its process identifier to `locked` as soon as it does. $2 is an
# `exclusive` or a `shared` lock, or a `lease`, which it may `release` ($4) when the system asks for it; or `two`
# exclusive locks: after a second, another locked file takes the place of the first, and `locked` is written again.
import fcntl, os, signal, sys, time

path, kind, seconds, on_request = sys.argv[1:]


def release(*_): fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_UNLCK)


def lease(file):
    # While a process that was started at this moment still has the file open, the system refuses.
    for _ in range(500):
        try: return fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_WRLCK)
        except BlockingIOError: time.sleep(0.02)
    sys.exit('no lease')


def hold(name):
    file = os.open(name, os.O_RDWR | os.O_CREAT, 0o600)
    if kind == 'lease': lease(file)
    else: fcntl.flock(file, fcntl.LOCK_SH if kind == 'shared' else fcntl.LOCK_EX)
    os.rename(name, path)
    with open('locking', 'w') as new: new.write(str(os.getpid()))
    os.rename('locking', 'locked')
    return file


signal.signal(signal.SIGIO, release if on_request == 'release' else signal.SIG_IGN)
file = hold(path)
if kind == 'two':
    time.sleep(1)
    second = hold('second')
end = time.monotonic() + float(seconds)
while time.monotonic() < end: time.sleep(max(0, end - time.monotonic()))
