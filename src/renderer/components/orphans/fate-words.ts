import type { OrphanFate } from './use-orphan-stops'

/** What became of an orphaned run: words, whether it is fine, and what to do if it is not. */
export function fateWords(fate: OrphanFate | undefined): {
  readonly text: string
  readonly remedy?: string
  readonly tone: 'quiet' | 'good' | 'danger'
} {
  if (!fate) return { text: '', tone: 'quiet' }
  if (fate.kind === 'stopping') return { text: 'Stopping …', tone: 'quiet' }
  if (fate.kind === 'failed') {
    const { message, remedy } = fate.error
    return { text: `Not stopped: ${message}`, ...(remedy !== undefined && { remedy }), tone: 'danger' }
  }
  const { endedPids, leftPids } = fate.proof
  if (leftPids.length > 0)
    return {
      text: `Still there after SIGKILL: ${processes(leftPids)}.`,
      remedy: 'A drive may not be answering; look at the kernel log of the host.',
      tone: 'danger',
    }
  if (endedPids.length === 0) return { text: 'It had ended by itself.', tone: 'good' }
  return { text: `Ended and looked for again: ${processes(endedPids)} gone.`, tone: 'good' }
}

const processes = (pids: readonly number[]) =>
  `${pids.length === 1 ? 'process' : 'processes'} ${pids.join(', ')}`
