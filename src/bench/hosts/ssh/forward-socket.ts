import { rmSync } from 'node:fs'
import { HostError } from '../host-error'
import type { ForwardedSocket } from '../host'
import type { SshConnection } from './ssh-connection'

/** A Unix socket address holds 104 bytes on macOS and 108 on Linux, the NUL at its end included (unix(7)). */
const longestSocketPath = 103

let count = 0

/**
 * Forwards a socket of a host to one beside the connection's control socket, which nobody else can reach. It ends with the
 * connection; one that is recreated carries no socket of the old one.
 */
export async function forwardOver(connection: SshConnection, there: string): Promise<ForwardedSocket> {
  const { name } = connection
  if (Buffer.byteLength(there) > longestSocketPath) {
    throw new HostError(
      `The path ${there} on ${name} is too long for a socket: it has more than ${String(longestSocketPath)} bytes.`,
      'Set BENCHWRIGHT_STATE there to a folder with a shorter path.',
    )
  }
  const transport = await connection.ready()
  const folder = connection.socketFolder
  if (!transport.forward || folder === undefined) {
    throw new HostError(
      `The connection to ${name} has no control socket, so it cannot carry a synchronised job.`,
      'Use a machine with an OpenSSH client that can share connections (ControlMaster), or leave the host out.',
    )
  }
  count += 1
  const here = `${folder}/s${String(count)}`
  rmSync(here, { force: true })
  if (!(await transport.forward('forward', here, there))) {
    throw new HostError(
      `ssh did not forward a socket to ${name}.`,
      'Try again when the connection stands; OpenSSH 6.7 is the oldest that can.',
    )
  }
  return {
    path: here,
    close: async () => {
      if (connection.isOn(transport)) await transport.forward?.('cancel', here, there).catch(() => false)
      rmSync(here, { force: true })
    },
  }
}
