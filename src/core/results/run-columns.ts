import { runPhases, runStates, type RunSummary } from './run'

/** Bits of `remarks`. */
export const runRemarks = { warned: 1, leftOnHost: 2 }

/** Most runs in one answer as columns, and whole. A window takes either in a few milliseconds. */
export const mostColumnRuns = 20_000
export const mostWholeRuns = 1000

/**
 * Runs of a campaign by their position, a number each for what a grid of all of them shows and a table sorts by: some
 * 70 bytes a run where a whole one takes a thousand. NaN if a run has no such number.
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
  /** A column for each headline metric of the engine, by its id and in their order. */
  readonly headline: Readonly<Record<string, Float64Array>>
  readonly startedAtMs: Float64Array
  readonly finishedAtMs: Float64Array
}

/** Columns for so many runs and these headline metrics, all of them empty. */
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

/** Puts the columns of some runs into those of all, from a position on. */
export function putRunColumns(all: RunColumns, from: number, part: RunColumns): void {
  const { headline, ...own } = all
  for (const name of Object.keys(own) as (keyof typeof own)[]) own[name].set(part[name], from)
  for (const [id, column] of Object.entries(headline)) column.set(part.headline[id] ?? [], from)
}

/** What can change of a run, put in its place. */
export function putRun(all: RunColumns, index: number, run: Omit<RunSummary, 'caseKey' | 'levels'>): void {
  const { headline } = run
  all.id[index] = run.id
  all.repetition[index] = run.repetition
  all.phase[index] = runPhases.indexOf(run.phase)
  all.state[index] = runStates.indexOf(run.state)
  const isLeft = run.state === 'interrupted' && run.failure?.id === 'host-given-up'
  all.remarks[index] =
    (run.warnings.length > 0 ? runRemarks.warned : 0) | (isLeft ? runRemarks.leftOnHost : 0)
  for (const [id, column] of Object.entries(all.headline)) column[index] = headline[id] ?? NaN
  all.startedAtMs[index] = run.startedAtMs ?? NaN
  all.finishedAtMs[index] = run.finishedAtMs ?? NaN
}
