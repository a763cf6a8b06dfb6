import { RequestFailure } from '../../../core/contract/request-failure'
import { readFileSync } from 'node:fs'
import { runProgram } from './run-program'

/** How long a file system may take to say what is at some paths, in milliseconds. */
const usualMs = 10_000
/** Paths of one program: as arguments they may take 128 KiB each, and 2 MiB together. */
const atOnce = 200

export interface AnswerChoice {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number
  /** Whether something is to be written there: a drive may answer and yet take nothing, such as a frozen one. */
  readonly writes?: boolean
}

/**
 * Resolves when the file systems that hold these paths have said what is there, even if that is nothing: from then on
 * this process may look there itself. Rejects with a RequestFailure that names the path if one does not answer in time,
 * as a network folder or a drive that is gone, or the wait is cancelled.
 *
 * Another process asks. Nobody can take back a question to a file system that hangs: it would hold up this whole
 * process or, four of them, all of its file operations, and even its end.
 */
export async function untilAnswered(
  paths: readonly string[],
  { signal, timeoutMs = usualMs, writes = false }: AnswerChoice = {},
): Promise<void> {
  // It has no such shell, and ends waiting by itself.
  if (process.platform === 'win32') return
  for (let from = 0; from < paths.length; from += atOnce) {
    const asked = paths.slice(from, from + atOnce).filter(isNamable)
    if (asked.length === 0) continue
    const shell = { path: '/bin/sh', environment: process.env }
    const args = ['-c', lookAtEach, 'sh', writes ? 'writes' : '', ...asked]
    const call = runProgram(shell, { args, timeoutMs, signal })
    // A machine that can start no program says so where one is needed.
    const { ended, stdout } = await call.catch(() => nothingAsked)
    if (ended === 'itself') continue
    const path = asked[Math.max(0, stdout.length - 1)] ?? ''
    throw ended === 'cancelled' ? givenUp(path) : new SilentPath(path, timeoutMs)
  }
}

const nothingAsked = { ended: 'itself', stdout: Buffer.alloc(0) } as const

/** Longer ones are refused by every system at once, and none has a NUL. */
const isNamable = (path: string) => Buffer.byteLength(path) < 4096 && !path.includes('\0')

/** Which of these paths do not answer, with the reason; see `untilAnswered`. Rejects if it is cancelled. */
export async function silentAmong(
  paths: readonly string[],
  choice: AnswerChoice = {},
): Promise<ReadonlyMap<string, string>> {
  const silent = new Map<string, string>()
  const ask = async (some: readonly string[]): Promise<readonly string[]> => {
    try {
      await untilAnswered(some, choice)
      return []
    } catch (error) {
      if (!(error instanceof SilentPath)) throw error
      silent.set(error.path, error.message)
      return some.slice(some.indexOf(error.path) + 1)
    }
  }
  const left = await ask(paths)
  // Where one hangs, others may: each of these waits by itself.
  for (let from = 0; from < left.length; from += besides)
    await Promise.all(left.slice(from, from + besides).map((path) => ask([path])))
  return silent
}

/** Slowest drive or network folder from which files are read, in bytes a second. */
const slowestRead = 1024 ** 2

/**
 * Which of these files cannot be read to their end, because their drive or network folder stops answering, with the
 * reason. What another process has read this one finds in memory, as far as it fits there. Rejects if it is cancelled.
 */
export async function stoppedAmong(
  files: readonly { readonly path: string; readonly sizeBytes: number }[],
  { signal, timeoutMs = usualMs }: AnswerChoice = {},
): Promise<ReadonlyMap<string, string>> {
  const stopped = new Map<string, string>()
  const isRead = async (some: typeof files): Promise<boolean> => {
    const bytes = some.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    const args = ['-c', readEach, 'sh', ...some.map(({ path }) => path)]
    const shell = { path: '/bin/sh', environment: process.env }
    const mostMs = timeoutMs + (1000 * bytes) / slowestRead
    const { ended } = await runProgram(shell, { args, timeoutMs: mostMs, signal }).catch(() => nothingAsked)
    if (ended === 'cancelled') throw givenUp(some[0]?.path ?? '')
    return ended === 'itself'
  }
  for (let from = 0; from < files.length; from += atOnce) {
    const some = files.slice(from, from + atOnce).filter(({ path }) => isNamable(path))
    if (await isRead(some)) continue
    for (let at = 0; at < some.length; at += besides) {
      const look = async (one: (typeof some)[number]) => {
        if (!(await isRead([one]))) stopped.set(one.path, stoppedText(one.path))
      }
      await Promise.all(some.slice(at, at + besides).map(look))
    }
  }
  return stopped
}

const stoppedText = (path: string) =>
  `${path} does not answer: its drive or network folder stopped while the file was read. Check the drive or the network, then import it again.`

/** Only plain files: others may be endless. */
const readEach = `for path; do
  shift
  if [ -f "$path" ] && [ -r "$path" ]; then set -- "$@" "$path"; fi
done
exec cat -- "$@" </dev/null >/dev/null 2>&1`

/** Programs that look at one path each at the same time. */
const besides = 20

/**
 * Prints a character before each look. A file is opened as well, for which a network folder asks its server. Whether a
 * folder takes writes shows the removal of a folder that is not there, which waits for the same and leaves nothing behind.
 */
const lookAtEach = `writes=$1; shift
for path; do
  printf .
  if [ -n "$writes" ]; then
    while [ ! -d "$path" ]; do
      case $path in
        */*) path=\${path%/*}; path=\${path:-/} ;;
        *) path=. ;;
      esac
    done
    rmdir "$path/.benchwright-no-such-folder"
  elif [ -f "$path" ] && [ -r "$path" ]; then : <"$path"; fi
done 2>/dev/null`

/**
 * The folders where other file systems are mounted, which hang by themselves: what is below a folder that has answered
 * answers as well, except there. Empty on systems that do not say.
 */
export function mountedFolders(): ReadonlySet<string> {
  try {
    const lines = readFileSync('/proc/self/mountinfo', 'utf8').split('\n')
    return new Set(lines.map((line) => unescaped(line.split(' ')[4] ?? '')))
  } catch {
    return new Set()
  }
}

/** Spaces, tabs, line ends and backslashes are written in octal (proc(5)). */
function unescaped(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(parseInt(code, 8)))
}

class SilentPath extends RequestFailure {
  constructor(
    readonly path: string,
    timeoutMs: number,
  ) {
    super({
      id: 'no-answer',
      message: `${path} does not answer: its drive or network folder has not said within ${String(timeoutMs / 1000)} s what is there.`,
      remedy: 'Check the drive or the network, or unmount it, then try again.',
    })
  }
}

function givenUp(path: string): RequestFailure {
  return new RequestFailure({ id: 'cancelled', message: `Waiting for ${path} was cancelled.` })
}
