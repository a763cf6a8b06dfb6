import { quoteForShell } from '../quoting'

/** What a POSIX shell is asked for over SSH, whatever the login shell of the account is: all of them know `exec`. */
export const remoteShell = 'exec sh -s'

/**
 * A script as it travels on standard input. It is enclosed in parentheses, so that sh has read all of it before it runs any of
 * it: one that was cut off is a syntax error and not half an action. What a login shell prints before, and what anyone
 * prints after, lies outside of the two lines with the nonce.
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
  /** The script is known to have begun. */
  readonly begun: boolean
  /** Undefined when the end never came: the connection was cut, or the shell died. */
  readonly exitCode: number | undefined
  readonly stdout: Uint8Array
  readonly stderr: string
}

/** Takes the answer to a framed script out of everything that came. */
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

/** Without the lines around it; as much as there is if one of them is missing. */
function between(all: string, begin: string, end: string): string {
  const from = all.indexOf(begin)
  const rest = from < 0 ? all : all.slice(from + begin.length)
  const until = rest.indexOf(end)
  return until < 0 ? rest : rest.slice(0, until)
}
