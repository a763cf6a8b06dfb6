import type { Engine } from '../../../core/engines/engine'
import { caseLabel } from '../../../core/plan/levels/levels'
import type { RunFailure, RunState } from '../../../core/results/run'
import { stepName } from '../../../core/engines/preparation/preparation-run'
import type { QueuedRun, RunQueue } from '../schedule/run-queue'
import type { StopProof } from '../supervise/stop-run'

/** A run as the log names it. */
export function runWords(run: QueuedRun, engine: Engine): string {
  if (run.phase === 'prepare') return `The preparation “${stepName(run.preparation)}”`
  const what = run.phase === 'layout' ? 'The layout run' : `Run ${String(run.repetition)}`
  return run.case.key === '' ? what : `${what} of ${caseWords(run, engine)}`
}

/** The case of a run as the log names it. */
export function caseWords({ case: { levels } }: QueuedRun, engine: Engine): string {
  return `“${caseLabel({ levels }, engine.description.fields)}”`
}

export function failureWords(failure: RunFailure | undefined): string {
  return failure === undefined
    ? 'no reason is known.'
    : [failure.text, failure.remedy].filter(Boolean).join(' ')
}

/** What a stop ended, in the words of the log. */
export function proofWords(proof: StopProof): string {
  const ended = proof.endedPids.length === 0 ? 'No process was running' : `Ended ${pidWords(proof.endedPids)}`
  if (proof.leftPids.length === 0) return `${ended}; none is left.`
  return `${ended}; could not end ${pidWords(proof.leftPids)}. It may be waiting for a drive that does not answer.`
}

export function pidWords(pids: readonly number[]): string {
  return `${pids.length === 1 ? 'process' : 'processes'} ${pids.join(', ')}`
}

/** Why a run ended without a result, by what was found. */
export const interruptionWords = {
  committed: 'Its result could not be read.',
  gone: 'Its supervisor was ended from outside.',
  rebooted: 'Its machine was rebooted in the meantime.',
  missing: 'Its run directory is gone.',
  'line-lost': 'The line to one of its hosts was lost, so it was ended on all of them.',
  'host-lost': 'One of its hosts had no result.',
} as const

/** The failure of a run that was found without its supervisor. */
export function supervisorLost(where: keyof typeof interruptionWords): RunFailure {
  return {
    id: 'supervisor-lost',
    text: interruptionWords[where],
    remedy: 'Find out what kills processes on the host, then retry the run.',
  }
}

/** Why a run did not start: what it needs could not be written. */
export function notWritten(what: string, failure: RunFailure | undefined): RunFailure {
  return {
    id: failure?.id ?? 'layout-failed',
    text: `${what} could not be written: ${failure?.text ?? 'no reason is known.'}`,
    remedy: failure?.remedy,
  }
}

/** The last line of a finished campaign's log: what became of its measured runs. */
export function endWords(queue: RunQueue): string {
  const counts = (['done', 'failed', 'skipped', 'stopped'] as const)
    .map((state) => [measuredIn(queue, state), state] as const)
    .filter(([count]) => count > 0)
    .map(([count, state]) => `${String(count)} ${state}`)
  return `The campaign is finished: ${counts.join(', ') || 'no runs'}.`
}

function measuredIn(queue: RunQueue, state: RunState): number {
  return queue.inState(state).filter(({ phase }) => phase === 'measure').length
}
