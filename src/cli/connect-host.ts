import { messageOf } from '../core/errors/system-error'
import { HostError } from '../bench/hosts/host-error'
import type { HostStatus } from '../core/contract/host-requests'
import type { Plan } from '../core/plan/plan'
import { thisMachine, type Destination } from '../core/plan/destination'
import type { Host } from '../bench/hosts/host'
import { untilAborted } from '../bench/hosts/host-limits'
import type { HostPool } from '../bench/hosts/host-pool'
import type { SshHost } from '../bench/hosts/ssh/ssh-host'
import type { CommandContext } from './command'

/**
 * Opens the host of a plan or of `--host`. If ssh requires an answer and a person is at this terminal, they are asked
 * here; the input goes to ssh only. Rejects with a HostError if the host cannot be reached, or on Ctrl-C.
 */
export async function connectHost(
  hosts: HostPool,
  destination: Destination,
  context: CommandContext,
): Promise<Host> {
  if (destination === thisMachine) return hosts.local
  const host = hosts.ssh(destination)
  try {
    await untilAborted(host.connect(), context.signal, `the connection to ${host.name}`)
  } catch (error) {
    if (!(error instanceof HostError && error.id === 'needs-login')) throw error
    if (!hasPerson(context))
      throw new HostError(error.message, `${atTerminal} ${error.remedy ?? ''}`, error.id)
    await logIn(host, context)
  }
  return host
}

/** Opens every host of a plan, one after the other, because each may require input. */
export async function connectHosts(
  hosts: HostPool,
  plan: Pick<Plan, 'hosts'> | undefined,
  context: CommandContext,
): Promise<readonly Host[]> {
  const opened: Host[] = []
  for (const destination of plan?.hosts ?? [thisMachine])
    opened.push(await connectHost(hosts, destination, context))
  return opened
}

const atTerminal = 'Call the command from a terminal, where ssh asks for the login.'

/** Whether ssh can ask somebody here. */
const hasPerson = ({ stderr }: Pick<CommandContext, 'stderr'>) => process.stdin.isTTY && stderr.isTTY

/** What follows a campaign while a login is attended to. */
export interface Follower {
  /** Prints a line. */
  say(text: string): void
  /** Draws nothing while `on`. */
  rest(on: boolean): void
  /** Ends the campaign as Ctrl-C does. */
  stop(): void
}

/**
 * Watches for hosts that need a login in the middle of a campaign. A person at this terminal logs in here, and the
 * campaign goes on by itself; without one, says which command asks for the login. Returns what ends the watch.
 */
export function attendLogins(
  hosts: Pick<HostPool, 'onStatus' | 'statuses' | 'ssh'>,
  file: string,
  context: CommandContext,
  follower: Follower,
): () => void {
  let isOver = false
  let last = Promise.resolve()
  const attended = new Set<Destination>()
  const attend = async (host: SshHost) => {
    const isNeeded = () => !isOver && host.status.state === 'needs-login'
    if (!isNeeded()) return
    if (!context.ask || !hasPerson(context)) {
      follower.say(
        `${host.name} needs your login: end this with Ctrl-C, then call 'benchwright resume ${file}' from a terminal, where ssh asks for it.`,
      )
      return
    }
    follower.rest(true)
    while (isNeeded()) {
      const answer = await context.ask(`${host.name} needs your login. Press Return to log in: `)
      if (answer === undefined) follower.stop()
      if (answer === undefined) break
      await logIn(host, context).catch((error: unknown) => follower.say(messageOf(error)))
    }
    follower.rest(false)
  }
  const look = (destination: Destination, { state }: HostStatus) => {
    if (state !== 'needs-login' || attended.has(destination)) return
    attended.add(destination)
    last = last.then(() => attend(hosts.ssh(destination))).finally(() => attended.delete(destination))
  }
  const off = hosts.onStatus(look)
  for (const [destination, status] of hosts.statuses()) look(destination, status)
  return () => {
    isOver = true
    off()
  }
}

/** Connects this terminal to that of ssh until the host is online or ssh has ended. */
async function logIn(host: SshHost, context: CommandContext): Promise<void> {
  const { columns = 80 } = context.stderr
  const terminal = await host.openLogin({ columns, rows: 24 })
  const cancel = new AbortController()
  const hear = (typed: Buffer) => {
    // In raw mode Ctrl-C is a character, and ssh may be stuck where it does not receive it.
    if (typed.includes(3)) cancel.abort()
    else terminal.write(typed.toString('utf8'))
  }
  let joined = true
  terminal.onData((text) => {
    if (joined) context.stderr.raw(text)
  })
  process.stdin.setRawMode(true)
  process.stdin.on('data', hear)
  // An earlier question or login has paused it.
  process.stdin.resume()
  try {
    const login = new Promise<void>((resolve, reject) => {
      const off = host.onStatus(({ state, text = '', remedy }) => {
        if (state === 'connecting') return
        off()
        if (state === 'online') resolve()
        else reject(new HostError(`${host.name}: ${text}`, remedy, 'needs-login'))
      })
    })
    await untilAborted(login, cancel.signal, `the login to ${host.name}`)
  } finally {
    joined = false
    process.stdin.off('data', hear)
    process.stdin.setRawMode(false)
    process.stdin.pause()
    if (host.status.state === 'connecting') terminal.close()
    context.stderr.line('')
  }
}
