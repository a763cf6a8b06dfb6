import { logNames, type EngineSteps, type RunStep } from '../../core/engines/steps'
import { readRequests } from '../../core/observers/read-requests'
import { readSamples, type SampleOptions } from '../../core/observers/read-samples'
import type { ObserverKind, Plan } from '../../core/plan/plan'
import { observersOf, sampleSeconds } from '../../core/plan/recording'
import type { Observation } from '../../core/results/observation'
import { unreportedByHost } from '../../core/results/run'
import { note, type Reservation } from '../../core/results/reservation'
import driveFunctions from '../hosts/shell/drive-functions.sh'
import { readDrive } from '../hosts/inventory/read-drive'
import observeScript from './observe.sh'
import requestsScript from './requests.sh'
import sampleScript from './sample.sh'

/** Names of the observers' files in the run directory. */
const samplesFile = 'samples.txt'
const requestsFile = 'requests.txt'

/** At most this much of one file is collected. */
const mostBytes = 64 * 1024 * 1024

/** The supervisor's own file, which exists as long as the run directory. */
const marker = 'supervisor'

/** Limits on tracing block requests, which takes a whole processor at 110,000 to 165,000 IOPS. */
const mostTracedSeconds = 60
const mostTracedRequests = 2_000_000

/**
 * The steps, with observers next to those that measure, as the plan requests. `target`: path of what is
 * measured, if any.
 */
export function observed(steps: EngineSteps, plan: Plan, target: string | undefined): EngineSteps {
  const kinds = observersOf(plan)
  if (kinds.length === 0) return steps
  const interval = Math.max(10, Math.round(sampleSeconds(plan) * 100))
  const observer = (...args: readonly string[]) => ({
    program: 'sh',
    args: ['observe.sh', target ?? '', ...args],
  })
  const sampled = kinds.filter((kind) => kind !== 'requests')
  const limits = [String(mostTracedSeconds), String(mostTracedRequests)]
  const observers = [
    ...(sampled.length > 0
      ? [
          observer(
            ...['sample.sh', samplesFile, marker, String(interval), String(mostBytes), sampled.join(',')],
          ),
        ]
      : []),
    ...(sampled.length < kinds.length
      ? [observer('requests.sh', requestsFile, marker, String(interval), ...limits)]
      : []),
  ]
  const left = [
    ...(sampled.length > 0 ? [samplesFile] : []),
    ...(sampled.length < kinds.length ? [requestsFile] : []),
  ]
  return {
    files: [
      ...steps.files,
      { name: 'observe.sh', text: `${driveFunctions}\n${observeScript}`, isOurs: true },
      { name: 'sample.sh', text: sampleScript, isOurs: true },
      { name: 'requests.sh', text: requestsScript, isOurs: true },
    ],
    steps: steps.steps.map((step): RunStep =>
      step.kind === 'measure'
        ? {
            ...step,
            sidecars: [...(step.sidecars ?? []), ...observers],
            logs: [...(step.logs ?? []), ...left],
          }
        : step,
    ),
  }
}

/** File that a sampler writes on the host while a run is in progress; undefined if there is none. */
export function sampledFile(run: {
  readonly steps: EngineSteps
  readonly runDirectory: string
}): string | undefined {
  return logNames(run.steps).includes(samplesFile) ? `${run.runDirectory}/${samplesFile}` : undefined
}

/** What the observers of a finished run recorded, if its steps had any; missing parts are warnings. */
export function readObserved(
  steps: EngineSteps,
  texts: Readonly<Record<string, string | undefined>>,
  plan: Plan,
  run: { readonly test: string; readonly measuredAtMs: number | undefined },
): { readonly observations: readonly Observation[]; readonly warnings: readonly Reservation[] } {
  const files = logNames(steps)
  const options = { test: run.test, startedAtMs: run.measuredAtMs, intervalSeconds: sampleSeconds(plan) }
  const sampled = observersOf(plan).filter((kind) => kind !== 'requests')
  const samples = files.includes(samplesFile) ? readSampled(texts[samplesFile], sampled, options) : nothing
  if (!files.includes(requestsFile)) return samples
  const { observations, problems } = readRequests(texts[requestsFile] ?? '', options)
  const warning = note('incomplete-requests', problems.join(' '))
  return {
    observations: [...samples.observations, ...observations],
    warnings: [...samples.warnings, ...(problems.length > 0 ? [warning] : [])],
  }
}

const nothing = { observations: [], warnings: [] }

function readSampled(
  text: string | undefined,
  kinds: readonly ObserverKind[],
  options: SampleOptions,
): ReturnType<typeof readObserved> {
  if (text === undefined) {
    const missing =
      'The plan observes the host, but the sampler left nothing; what the host did is not known.'
    return { observations: [], warnings: [note('no-samples', missing)] }
  }
  const { series, problems } = readSamples(text, { ...options, readDrive })
  const absent = kinds.filter((kind) => !series.some(({ source }) => source === kind))
  const sentences = [
    ...problems,
    ...(absent.length > 0 ? [`The host does not report, so not recorded: ${absent.join(', ')}.`] : []),
  ]
  // Every Linux host reports these: without them the sampler is at fault, not the host.
  const isCut = problems.length > 0 || absent.some((kind) => kind === 'cpu' || kind === 'memory')
  const id = isCut || series.length === 0 ? 'incomplete-samples' : unreportedByHost
  return { observations: series, warnings: sentences.length === 0 ? [] : [note(id, sentences.join(' '))] }
}
