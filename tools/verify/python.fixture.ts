import { spawnSync } from 'node:child_process';

const question = 'import sys; print(sys.executable); sys.exit(sys.version_info < (3, 8))';
const { status, stdout } = spawnSync('python3', ['-I', '-c', question], { encoding: 'utf8' });

/** Whether the verification programs can be run here. */
export const hasPython = status === 0;

/** The interpreter itself: what is called `python3` may be a launcher, which takes longer than the programs. */
export const pythonPath = hasPython ? stdout.trim() : 'python3';
