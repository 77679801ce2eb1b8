import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

const question = 'import sys; print(sys.executable); sys.exit(sys.version_info < (3, 8))';
const { status, stdout } = spawnSync('python3', ['-I', '-c', question], { encoding: 'utf8' });

/** Whether the verification programs can be run here. */
export const hasPython = status === 0;

/** The interpreter itself: what is called `python3` may be a launcher, which takes longer than the programs. */
export const pythonPath = hasPython ? stdout.trim() : 'python3';

/**
 * For every line of its input, runs a program with its arguments as the main one, its modules loaded anew, and answers with what came
 * of it. The interpreter starts once and compiles each source once, which takes longer than most runs.
 */
const runner = `
import contextlib, functools, importlib.machinery, io, json, sys, traceback, types

@functools.lru_cache(maxsize=None)
def compiled(source, path):
    return compile(source, path, "exec", dont_inherit=True)

def run(program, words):
    main = sys.modules["__main__"] = types.ModuleType("__main__")
    main.__file__ = program
    sys.argv = [program, *words]
    with open(program, "rb") as file:
        source = file.read()
    try:
        exec(compiled(source, program), main.__dict__)
    except SystemExit as exit:
        if exit.code is None or isinstance(exit.code, int):
            return exit.code or 0
        print(exit.code, file=sys.stderr)
        return 1
    except BaseException:
        traceback.print_exc()
        return 1
    return 0

def written(errors):
    return io.TextIOWrapper(io.BytesIO(), "utf-8", errors, newline="\\n", write_through=True)

importlib.machinery.SourceFileLoader.source_to_code = lambda self, source, path: compiled(bytes(source), path)
sys.dont_write_bytecode = True
paths = list(sys.path)
for line in sys.stdin:
    program, *words = json.loads(line)
    out, err = written("strict"), written("backslashreplace")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = run(program, words)
    said = {"stdout": out.buffer.getvalue().decode(), "stderr": err.buffer.getvalue().decode()}
    print(json.dumps({"status": status, **said}), flush=True)
    sys.path[:] = paths
    for name in [name for name in sys.modules if name.startswith("verify_")]:
        del sys.modules[name]
`;

export interface PythonRun {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Runner {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  readonly answers: AsyncIterator<string>;
}

let started: Runner | null = null;
afterAll(async () => {
  if (!started) return;
  const ended = once(started.child, 'close');
  started.child.stdin.end();
  await ended;
});

function start(): Runner {
  const child = spawn(pythonPath, ['-I', '-c', runner], { stdio: ['pipe', 'pipe', 'inherit'] });
  return { child, answers: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

/** Where a program lies that members download. */
export const programPath = (name: string): string =>
  fileURLToPath(new URL(`../../web/public/verify/${name}`, import.meta.url));

/** What `python3 -I PROGRAM WORDS...` says and its exit status, by one interpreter for all programs of a test file. */
export async function runPython(program: string, ...words: readonly string[]): Promise<PythonRun> {
  started ??= start();
  started.child.stdin.write(`${JSON.stringify([program, ...words])}\n`);
  const answer = await started.answers.next();
  if (answer.done) throw new Error('the interpreter has ended');
  return JSON.parse(answer.value);
}
