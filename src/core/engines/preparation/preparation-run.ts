import { formatBytes } from '../../units/bytes'
import { type PreparationStep, purgeKinds } from '../../plan/plan'
import type { CommandRequest, Engine, EngineOutput, ParseResult } from '../engine'
import type { ProgressReader } from '../progress'
import { oneStep, type EngineSteps } from '../steps'
import ataSecureErase from './ata-secure-erase.sh'
import discard from './discard.sh'
import nvmeFormat from './nvme-format.sh'

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

/** A step that erases the drive. */
type Purge = (typeof purgeKinds)[number]

export function isPurge(
  step: PreparationStep | undefined,
): step is Extract<PreparationStep, { kind: Purge }> {
  return purgeKinds.some((kind) => kind === step?.kind)
}

/**
 * The command for a purge of the device with this node; a discard may start further on. Its output is its result; it
 * exits with 0 when everything is done.
 */
export function purgeSteps(kind: Purge, node: string, fromBytes = 0): EngineSteps {
  const args = ['./purge.sh', node, ...(fromBytes > 0 ? [String(fromBytes)] : [])]
  const process = { program: 'sh', args, prints: 'purge.txt' }
  return oneStep('prepare', process, 'purge.txt', [{ name: 'purge.sh', text: scripts[kind] }])
}

const scripts: Readonly<Record<Purge, string>> = {
  discard,
  'nvme-format': nvmeFormat,
  'ata-secure-erase': ataSecureErase,
}
