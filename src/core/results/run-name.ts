import { namedLevel } from '../plan/levels/format-level'
import { template } from '../words/template'
import type { RunSummary } from './run'

/** A run as people know it, by its case and its number among the runs of that case: "4 KiB · 70 % read, run 3". */
export function runName({ levels, repetition }: Pick<RunSummary, 'levels' | 'repetition'>): string {
  const words = Object.entries(levels).map(([key, level]) => namedLevel(key, level))
  const own = `run ${String(repetition)}`
  return words.length === 0 ? own : `${words.join(' · ')}, ${own}`
}

/** A run that a person excluded, by its name among the others, and why. */
export interface LeftOutRun {
  readonly name: string
  readonly reason: string
}

const leftOutRun = template('left-out-run', '{run} ({reason})', { run: 'case', reason: 'given' })
const leftOutByHand = template('left-out-by-hand', 'Left out by hand: {runs}.', {
  runs: { of: [leftOutRun], between: '; ' },
})

/** "Drive A: 4 KiB, run 3 (the fan stopped)", for each. */
export function leftOutTexts(runs: readonly LeftOutRun[]): readonly string[] {
  return runs.map(({ name, reason }) => leftOutRun({ run: name, reason }))
}

/** Which runs a person excluded and why; empty if there are none. */
export function leftOutSentence(runs: readonly LeftOutRun[]): string {
  return runs.length === 0 ? '' : leftOutByHand({ runs: leftOutTexts(runs) })
}
