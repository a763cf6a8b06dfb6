import type { EngineSteps, RunStep } from '../../core/engines/steps'
import { readSamples } from '../../core/observers/read-samples'
import type { Plan } from '../../core/plan/plan'
import { observersOf, sampleSeconds } from '../../core/plan/recording'
import type { Series } from '../../core/results/observation'
import type { ResultWarning } from '../../core/results/run'
import { readDrive } from '../hosts/inventory/read-drive'
import observeScript from './observe.sh'
import sampleScript from './sample.sh'

/** Name of the samples within the run directory. */
export const samplesFile = 'samples.txt'

/** As much as is collected of one file. */
const mostBytes = 64 * 1024 * 1024

/** The supervisor's own file: it is there as long as the run directory is. */
const marker = 'supervisor'

/** The steps with a sampler beside those that measure, as the plan asks for it. `target`: path of what is measured, if any. */
export function observed(steps: EngineSteps, plan: Plan, target: string | undefined): EngineSteps {
  const kinds = observersOf(plan)
  if (kinds.length === 0) return steps
  const interval = Math.max(10, Math.round(sampleSeconds(plan) * 100))
  const args = [target ?? '', samplesFile, marker, String(interval), String(mostBytes), kinds.join(',')]
  const sampler = { program: 'sh', args: ['observe.sh', ...args] }
  return {
    files: [
      ...steps.files,
      { name: 'observe.sh', text: observeScript, isOurs: true },
      { name: 'sample.sh', text: sampleScript, isOurs: true },
    ],
    steps: steps.steps.map((step): RunStep =>
      step.kind === 'measure'
        ? {
            ...step,
            sidecars: [...(step.sidecars ?? []), sampler],
            logs: [...(step.logs ?? []), samplesFile],
          }
        : step,
    ),
  }
}

/** What a finished run's samples say; what is missing of them is a warning. */
export function readObserved(
  text: string | undefined,
  plan: Plan,
  run: { readonly test: string; readonly measuredAtMs: number | undefined },
): { readonly series: readonly Series[]; readonly warnings: readonly ResultWarning[] } {
  if (text === undefined) {
    const missing =
      'The plan observes the host, but the sampler left nothing; what the host did is not known.'
    return { series: [], warnings: [{ id: 'no-samples', text: missing }] }
  }
  const { series, problems } = readSamples(text, {
    test: run.test,
    startedAtMs: run.measuredAtMs,
    intervalSeconds: sampleSeconds(plan),
    readDrive,
  })
  const absent = observersOf(plan).filter((kind) => !series.some(({ source }) => source === kind))
  const sentences = [
    ...problems,
    ...(absent.length > 0 ? [`Not recorded, because the host does not tell: ${absent.join(', ')}.`] : []),
  ]
  if (sentences.length === 0) return { series, warnings: [] }
  return { series, warnings: [{ id: 'incomplete-samples', text: sentences.join(' ') }] }
}
