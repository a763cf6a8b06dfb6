import { formatBytes } from '../../units/bytes'
import type { PreparationStep } from '../../plan/plan'
import type { CommandRequest, Engine, EngineOutput, ParseResult } from '../engine'
import type { ProgressReader } from '../progress'
import type { EngineSteps } from '../steps'
import { isPurge, purgeSteps } from './purge'

/** The steps of a request, purges included, which are the same for every engine. Throws what the engine throws. */
export function stepsOf(engine: Engine, request: CommandRequest): EngineSteps {
  const { step, fromBytes } = (request.phase === 'prepare' ? request.preparation : undefined) ?? {}
  if (!isPurge(step)) return engine.steps(request)
  if (request.dataFile === undefined || request.isDevice !== true) {
    throw new RangeError('Only a device can be purged.')
  }
  return purgeSteps(step.kind, request.dataFile, fromBytes)
}

/** Reads what a run left; a purge is done when it ended with 0. */
export function parseOutput(engine: Engine, output: EngineOutput): ParseResult {
  const step = output.request.phase === 'prepare' ? output.request.preparation?.step : undefined
  if (!isPurge(step)) return engine.parse(output)
  if (output.exitCode === 0) {
    return { outcome: 'done', engineVersion: '', observations: [], warnings: [] }
  }
  const said =
    output.printed
      ?.trim()
      .split('\n')
      .filter((line) => !line.startsWith('purge '))
      .at(-1) ?? ''
  return {
    outcome: output.exitCode !== undefined && output.exitCode > 128 ? 'interrupted' : 'failed',
    failure: {
      id: 'purge-failed',
      text: `${stepName(step)} ended with exit status ${String(output.exitCode ?? 'unknown')}${said === '' ? '' : `: ${said}`}.`,
      remedy: 'The drive may not support it; take the step out of the preparation, or choose another.',
    },
    warnings: [],
  }
}

/** Live numbers of a step. */
export function progressOf(engine: Engine, step: PreparationStep | undefined): ProgressReader {
  if (!isPurge(step)) return engine.progress()
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
