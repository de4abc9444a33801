# Swaps the file, the place of its new text, or their directory at random moments, until there is a file `over`.
# Arguments: what takes their place, a seed, the directory of the victim's private stacks, the swapping user and group.
import os, random, stat, sys, time

kind, seed, private, user, group = sys.argv[1:]
random.seed(int(seed))
directory, aside, planted = '.config/stack', '.config/aside', '.config/planted'
private = os.path.abspath(private)


def plant():
    if kind == 'link': os.symlink(private + '/stack.json', planted)
    elif kind == 'directory': os.symlink(private, planted)
    elif kind == 'pipe': os.mkfifo(planted)
    elif kind == 'device': os.mknod(planted, stat.S_IFCHR | 0o666, os.makedev(1, 3))
    elif kind == 'hard link': os.link(private + '/stack.json', planted)
    else: open(planted, 'w').write('{"tasks": []}')
    if kind != 'hard link': os.lchown(planted, int(user), int(group))
    if kind in ('pipe', 'device', 'owner'): os.chmod(planted, 0o666)


while not os.path.exists('over'):
    name = directory
    if kind != 'directory': name += random.choice(['/.stack.json.new'] + ['/stack.json'] * (kind != 'hard link'))
    try:
        plant()
        if os.path.lexists(name): os.rename(name, aside)
        os.rename(planted, name)
        open('swapped', 'w').close()
        time.sleep(random.random() / 200)
        if kind == 'directory': os.unlink(name)
        # A lock's file that is moved away and back all the time would keep each push waiting for 30 seconds.
        if os.path.lexists(aside) and name.endswith('.new'): os.unlink(aside)
        if os.path.lexists(aside): os.rename(aside, name)
        else: os.unlink(name)
    except FileNotFoundError: pass
    if os.path.lexists(planted): os.unlink(planted)
    time.sleep(random.random() / 200)
