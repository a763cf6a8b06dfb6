import { HostError } from '../bench/hosts/host-error'
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
    const hasPerson = process.stdin.isTTY && context.stderr.isTTY
    if (!(error instanceof HostError && error.id === 'needs-login' && hasPerson)) throw error
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
    context.stderr.line('')
  }
}
