import { formatBytes } from '../../units/bytes'
import type { PreparationStep } from '../../plan/plan'
import type { CommandRequest, Engine, EngineOutput, ParseResult } from '../engine'
import type { ProgressReader } from '../progress'
import type { EngineSteps } from '../steps'
import { isPurge, purgeSteps } from './purge'

/** Creates a request's steps, follows them and reads their results. */
type Performer = Pick<Engine, 'steps' | 'parse' | 'progress'>

/** The engine, or for a purge the common implementation. */
export function performerOf(
  engine: Engine,
  { phase, preparation }: Pick<CommandRequest, 'phase' | 'preparation'>,
): Performer {
  return phase === 'prepare' && isPurge(preparation?.step) ? purge : engine
}

const purge: Performer = { steps: stepsOfPurge, parse: parsePurge, progress: purgeProgress }

function stepsOfPurge({ preparation, dataFile, isDevice }: CommandRequest): EngineSteps {
  if (!isPurge(preparation?.step) || dataFile === undefined || isDevice !== true) {
    throw new RangeError('Only a device can be purged.')
  }
  return purgeSteps(preparation.step.kind, dataFile, preparation.fromBytes)
}

/** A purge is done if it exited with 0. */
function parsePurge({ exitCode, printed, request }: EngineOutput): ParseResult {
  if (exitCode === 0) return { outcome: 'done', engineVersion: '', observations: [], warnings: [] }
  const lines = printed?.trim().split('\n') ?? []
  const said = lines.filter((line) => !line.startsWith('purge ')).at(-1) ?? ''
  return {
    outcome: exitCode !== undefined && exitCode > 128 ? 'interrupted' : 'failed',
    failure: {
      id: 'purge-failed',
      text: `${stepName(request.preparation?.step)} ended with exit status ${String(exitCode ?? 'unknown')}${said === '' ? '' : `: ${said}`}.`,
      remedy: 'The drive may not support it; take the step out of the preparation, or choose another.',
    },
    warnings: [],
  }
}

function purgeProgress(): ProgressReader {
  let rest = ''
  return {
    push(text) {
      rest = (rest + text).slice(-200)
      const percent = [...rest.matchAll(/purge (\d+) %/g)].at(-1)?.[1]
      return percent === undefined
        ? undefined
        : { phase: 'running', fraction: Math.min(1, Number(percent) / 100) }
    },
  }
}

/** A step in words: `Fill 2 × in sequence, 128 KiB`. */
export function stepName(step: PreparationStep | undefined): string {
  switch (step?.kind) {
    case 'discard':
      return 'Discard all blocks'
    case 'nvme-format':
      return 'NVMe format'
    case 'ata-secure-erase':
      return 'ATA secure erase'
    case 'sequential-fill':
      return `Fill ${String(step.passes)} × in sequence, ${formatBytes(step.blockBytes)}`
    case 'random-fill':
      return `Fill ${String(step.passes)} × at random, ${formatBytes(step.blockBytes)}`
    case 'workload':
      return `Run each case ${String(step.rounds)} × ${String(step.seconds)} s unmeasured`
    case 'capacity':
      return `Find the capacity, ${String(step.seconds)} s at depth ${String(step.queueDepth)}`
    case undefined:
      return 'Preparation'
  }
}
