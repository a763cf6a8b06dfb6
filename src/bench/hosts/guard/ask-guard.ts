import { randomBytes } from 'node:crypto'
import type { GuardVerdict } from '../../../core/plan/device'
import type { Host } from '../host'
import { guardScript } from './guard-script'
import { readGuard } from './read-guard'

export interface GuardQuestion {
  readonly path: string
  /** False for a plan that only reads. */
  readonly writes: boolean
  /** Folders on that host whose disk must not be touched: those of the results file and the app. */
  readonly protectedPaths?: readonly string[]
}

/**
 * Asks the guard on the path's own host, in one round trip; nothing is changed. Rejects if the host cannot be
 * reached or its answer is incomplete.
 */
export async function askGuard(host: Host, question: GuardQuestion): Promise<GuardVerdict> {
  const nonce = randomBytes(9).toString('hex')
  const { path, writes, protectedPaths = [] } = question
  const answer = await host.execute(guardScript, {
    arguments: [nonce, path, writes ? 'yes' : 'no', ...protectedPaths],
    purpose: 'the check of the target',
  })
  return readGuard(new TextDecoder().decode(answer.stdout), nonce, path)
}
