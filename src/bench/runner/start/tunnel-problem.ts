import type { Advice } from '../../../core/plan/advice'
import { thisMachine } from '../../../core/plan/destination'
import type { Host } from '../../hosts/host'
import { HostError } from '../../hosts/host-error'
import type { Inventory } from '../../hosts/inventory/take-inventory'
import { runNameOf } from '../execute/run-name'
import { serverSocket } from '../execute/server-socket'

/** A socket path of a run as long as any that a campaign will have. */
const longestName = runNameOf('00000000', 9_999_999)

/**
 * Why the connection to a host cannot carry a synchronised job, before anything is started there: a connection without a
 * control socket, or a path too long for a socket. Whether the host's server allows it shows only with the first run.
 */
export async function tunnelProblem({
  parts: { host },
  inventory: { runsDirectory },
}: {
  readonly parts: { readonly host: Host }
  readonly inventory: Pick<Inventory, 'runsDirectory'>
}): Promise<Advice | undefined> {
  if (host.id === thisMachine) return undefined
  try {
    const socket = await host.forwardSocket?.(`${runsDirectory}/${longestName}/${serverSocket(longestName)}`)
    await socket?.close()
    return socket ? undefined : problem(`${host.name} cannot be reached through a socket.`)
  } catch (error) {
    if (!(error instanceof HostError) || error.id === 'let-go') throw error
    return problem(error.message, error.remedy)
  }
}

function problem(text: string, reason = 'Leave the host out.'): Advice {
  return { id: 'no-tunnel', severity: 'error', text, reason, about: 'host' }
}
