import { hasWarnings, runPhases, runStates, type RunSummary } from './run'

/** Bits of `remarks`. */
export const runRemarks = { warned: 1, leftOnHost: 2 }

/** Maximum number of runs in one answer, as columns and in full. A window handles either in a few milliseconds. */
export const mostColumnRuns = 20_000
export const mostWholeRuns = 1000

/**
 * Runs of a campaign by position, as the numbers that a grid of all runs shows and a table sorts by: some 70 bytes
 * per run, while a full one takes a thousand. NaN if a run has no such number.
 */
export interface RunColumns {
  readonly id: Float64Array
  readonly caseIndex: Int32Array
  readonly repetition: Int32Array
  /** Index into `runPhases`. */
  readonly phase: Uint8Array
  /** Index into `runStates`. */
  readonly state: Uint8Array
  /** Bits of `runRemarks`. */
  readonly remarks: Uint8Array
  /** A column for each headline metric of the engine, by id and in the engine's order. */
  readonly headline: Readonly<Record<string, Float64Array>>
  readonly startedAtMs: Float64Array
  readonly finishedAtMs: Float64Array
}

/** Empty columns for this number of runs and these headline metrics. */
export function emptyRunColumns(count: number, headlines: readonly string[]): RunColumns {
  return {
    id: new Float64Array(count),
    caseIndex: new Int32Array(count),
    repetition: new Int32Array(count),
    phase: new Uint8Array(count),
    state: new Uint8Array(count),
    remarks: new Uint8Array(count),
    headline: Object.fromEntries(headlines.map((id) => [id, new Float64Array(count).fill(NaN)])),
    startedAtMs: new Float64Array(count).fill(NaN),
    finishedAtMs: new Float64Array(count).fill(NaN),
  }
}

/** Copies the columns of some runs into those of all, starting at a position. */
export function putRunColumns(all: RunColumns, from: number, part: RunColumns): void {
  const { headline, ...own } = all
  for (const name of Object.keys(own) as (keyof typeof own)[]) own[name].set(part[name], from)
  for (const [id, column] of Object.entries(headline)) column.set(part.headline[id] ?? [], from)
}

/** Updates the parts of a run that can change. */
export function putRun(all: RunColumns, index: number, run: Omit<RunSummary, 'caseKey' | 'levels'>): void {
  const { headline } = run
  all.id[index] = run.id
  all.repetition[index] = run.repetition
  all.phase[index] = runPhases.indexOf(run.phase)
  all.state[index] = runStates.indexOf(run.state)
  const isLeft = run.state === 'interrupted' && run.failure?.id === 'host-given-up'
  all.remarks[index] = (hasWarnings(run) ? runRemarks.warned : 0) | (isLeft ? runRemarks.leftOnHost : 0)
  for (const [id, column] of Object.entries(all.headline)) column[index] = headline[id] ?? NaN
  all.startedAtMs[index] = run.startedAtMs ?? NaN
  all.finishedAtMs[index] = run.finishedAtMs ?? NaN
}
