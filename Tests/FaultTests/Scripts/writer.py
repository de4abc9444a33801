# Writes a text into a file as its arguments say: the directory of the file, the text, and the steps, in Python.
import os, sys

file = sys.argv[1] + '/f'
new = file + '.new'
text = sys.argv[2].encode()


def write(path, flags=os.O_WRONLY | os.O_CREAT | os.O_TRUNC):
    opened = os.open(path, flags, 0o600)
    os.write(opened, text[:20])
    os.write(opened, text[20:])
    os.close(opened)


def sync(path):
    opened = os.open(path, os.O_RDONLY)
    os.fsync(opened)
    os.close(opened)


def sync_bytes(path):
    opened = os.open(path, os.O_RDONLY)
    os.fdatasync(opened)
    os.close(opened)


def move(): os.rename(new, file)


def say(): os.write(1, b"done\n")


exec(sys.argv[3])
