import { quoteForShell } from '../../quoting'

/**
 * Command that starts a POSIX shell over SSH, whatever the login shell of the account: all of them know
 * `exec`.
 */
export const remoteShell = 'exec sh -s'

/**
 * A script as sent on standard input. The parentheses make sh read all of it before running any of it, so
 * that a truncated script is a syntax error and not half an action. The two lines with the nonce separate its
 * output from what the login shell prints before and after.
 */
export function framedScript(script: string, args: readonly string[], nonce: string): string {
  const words = args.map((word) => ` ${quoteForShell(word)}`).join('')
  return `(
printf '\\n@${nonce} begin\\n'
printf '\\n@${nonce} begin\\n' >&2
(
set --${words}
${script}
)
bw_status=$?
printf '\\n@${nonce} end\\n' >&2
printf '\\n@${nonce} end %s\\n' "$bw_status"
) </dev/null
`
}

export interface FramedAnswer {
  /** The script is known to have started. */
  readonly begun: boolean
  /** Undefined if the end never came: the connection was cut, or the shell died. */
  readonly exitCode: number | undefined
  readonly stdout: Uint8Array
  readonly stderr: string
}

/** Extracts the answer to a framed script from everything received. */
export function readFramed(stdout: Buffer, stderr: Buffer, nonce: string): FramedAnswer {
  const beginMark = Buffer.from(`\n@${nonce} begin\n`)
  const endMark = Buffer.from(`\n@${nonce} end `)
  const begin = stdout.indexOf(beginMark)
  if (begin < 0) return { begun: false, exitCode: undefined, stdout: Buffer.alloc(0), stderr: text(stderr) }
  const from = begin + beginMark.length
  const end = stdout.lastIndexOf(endMark)
  const status =
    end < from
      ? null
      : /^(\d{1,3})\r?\n/.exec(stdout.toString('latin1', end + endMark.length, end + endMark.length + 8))
  const until = end < from ? stdout.length : end
  return {
    begun: true,
    exitCode: status ? Number(status[1]) : undefined,
    stdout: stdout.subarray(from, until),
    stderr: between(text(stderr), `\n@${nonce} begin\n`, `\n@${nonce} end`),
  }
}

function text(bytes: Buffer): string {
  return bytes.toString('utf8')
}

/** The text between the two lines; as much as there is if one of them is missing. */
function between(all: string, begin: string, end: string): string {
  const from = all.indexOf(begin)
  const rest = from < 0 ? all : all.slice(from + begin.length)
  const until = rest.indexOf(end)
  return until < 0 ? rest : rest.slice(0, until)
}
