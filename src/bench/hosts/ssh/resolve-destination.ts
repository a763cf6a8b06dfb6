import { messageOf } from '../../../core/errors/system-error'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute } from 'node:path'
import type { SshAddress } from '../../../core/plan/destination'
import { HostError } from '../host-error'
import { runProgram, type Program } from '../local/run-program'
import { resolveArguments } from './ssh-arguments'
import { readConfigurationFailure } from './ssh-failure'

/** The ssh program with its configuration, and where the app keeps keys. */
export interface KeySettings {
  readonly program: Program
  /** An ssh_config to use instead of the user's own. */
  readonly config: string | undefined
  /** The app's own list of host keys. */
  readonly knownHosts: string
}

/** A destination as the user's ssh configuration resolves it (`ssh -G`). */
export interface ResolvedDestination {
  readonly hostName: string
  readonly user: string
  readonly port: number
  /** The user's known_hosts files that exist. */
  readonly userKnownHosts: readonly string[]
  /** The system-wide known_hosts files that exist. */
  readonly globalKnownHosts: readonly string[]
  /** The name its key is recorded under, if not its own. */
  readonly hostKeyAlias?: string
  /** What to do with the key of a host that has none on record (`StrictHostKeyChecking`). */
  readonly strictness: 'ask' | 'accept' | 'refuse'
}

const timeoutMs = 30_000

/** Asks ssh itself, without connecting. Rejects with a HostError if the configuration cannot be read. */
export async function resolveDestination(
  program: Program,
  to: SshAddress,
  config: string | undefined,
  signal?: AbortSignal,
): Promise<ResolvedDestination> {
  const answer = await runProgram(program, { args: resolveArguments(to, config), timeoutMs, signal }).catch(
    (error: unknown) => {
      const why = messageOf(error)
      throw new HostError(`ssh could not be started: ${why}.`, 'Install the OpenSSH client.')
    },
  )
  if (answer.ended !== 'itself') {
    throw new HostError(
      `ssh did not read its configuration for ${to.host} within ${String(timeoutMs / 1000)} s.`,
      'A command of a `Match exec` line in the ssh configuration may hang.',
    )
  }
  if (answer.exitCode !== 0) {
    const { text, remedy } = readConfigurationFailure(answer.stderr.toString('utf8'))
    throw new HostError(text, remedy)
  }
  return readResolved(answer.stdout.toString('utf8'))
}

/** Reads the output of `ssh -G`: one `keyword value` per line, keywords in lower case. */
export function readResolved(text: string): ResolvedDestination {
  const values = new Map<string, string>()
  for (const line of text.split(/\r?\n/)) {
    const blank = line.indexOf(' ')
    if (blank > 0) values.set(line.slice(0, blank).toLowerCase(), line.slice(blank + 1))
  }
  const alias = values.get('hostkeyalias')
  return {
    hostName: values.get('hostname') ?? '',
    user: values.get('user') ?? '',
    port: Number(values.get('port') ?? 22),
    userKnownHosts: pathsOf(values.get('userknownhostsfile') ?? ''),
    globalKnownHosts: pathsOf(values.get('globalknownhostsfile') ?? ''),
    ...(alias !== undefined && { hostKeyAlias: alias }),
    strictness: strictnessOf(values.get('stricthostkeychecking')),
  }
}

/** ssh prints `false` for `no` and `off`, `true` for `yes`. */
function strictnessOf(value: string | undefined): ResolvedDestination['strictness'] {
  if (value === 'accept-new' || value === 'false' || value === 'no' || value === 'off') return 'accept'
  return value === 'true' || value === 'yes' ? 'refuse' : 'ask'
}

/**
 * The existing files of a list. ssh separates paths with blanks and does not quote them, so the longest run
 * of words that names a file counts as one path. `none` and relative paths are skipped.
 */
function pathsOf(text: string): readonly string[] {
  const words = text.split(' ')
  const found: string[] = []
  for (let from = 0; from < words.length;) {
    let until = words.length
    const path = () =>
      words
        .slice(from, until)
        .join(' ')
        .replace(/^~(?=\/)/, homedir())
    while (until > from && !(isAbsolute(path()) && existsSync(path()))) until -= 1
    // Older versions of ssh cannot quote a quotation mark.
    if (until > from && !path().includes('"')) found.push(path())
    from = Math.max(until, from + 1)
  }
  return found
}
