"""Runs a command whose first process in a folder is killed in the middle of its work: killed_once.py MARKER COMMAND…

The next one finds the marker, and runs undisturbed, as the second attempt of a task does.
"""

import os
import subprocess
import sys

marker, command = sys.argv[1], sys.argv[2:]
try:
    os.mkdir(marker)
except FileExistsError:
    os.execv(command[0], command)

process = subprocess.Popen(command, stdin=subprocess.PIPE)
for _ in range(5000):
    process.stdin.write(sys.stdin.buffer.readline())
process.stdin.flush()
process.kill()
sys.exit(128 - process.wait())
