import type { Destination } from '../../../core/plan/destination'
import { HostError } from '../host-error'
import { runSsh, type SshProgram } from './run-ssh'
import { resolveArguments } from './ssh-arguments'
import { readSshFailure } from './ssh-failure'

/** What ssh makes of a destination by the person's configuration (`ssh -G`). */
export interface ResolvedDestination {
  readonly hostName: string
  readonly user: string
  readonly port: number
  /** Further lists of host keys, of the machine. */
  readonly globalKnownHosts: readonly string[]
  /** The name under which its key is on record, where that is not its own. */
  readonly hostKeyAlias?: string
}

/** Asks ssh itself; no connection is made. Rejects with a HostError when the configuration cannot be read. */
export async function resolveDestination(
  program: SshProgram,
  to: Destination,
  config: string | undefined,
): Promise<ResolvedDestination> {
  const answer = await runSsh(program, { args: resolveArguments(to, config), timeoutMs: 30_000 }).catch(
    (error: unknown) => {
      const why = error instanceof Error ? error.message : String(error)
      throw new HostError(`ssh could not be started: ${why}.`, 'Install the OpenSSH client.')
    },
  )
  if (answer.exitCode !== 0) {
    const { text, remedy } = readSshFailure(answer.stderr.toString('utf8'))
    throw new HostError(text, remedy)
  }
  return readResolved(answer.stdout.toString('utf8'))
}

/** Reads what `ssh -G` printed: one `keyword value` a line, keywords in lower case. */
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
    globalKnownHosts: (values.get('globalknownhostsfile') ?? '').split(' ').filter((path) => path !== ''),
    ...(alias !== undefined && { hostKeyAlias: alias }),
  }
}
