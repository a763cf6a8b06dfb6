import { roundValues } from '../results/rounds'
import { firstSteadyWindow } from '../statistics/series/steady-window'
import { largestOf } from '../units/iterables'
import type { ComparedCampaign, MeasuredColumns } from './comparison-data'

/**
 * Runs of campaigns that were to run until the drive is steady, and of which no window of rounds was: of all cases where
 * one was tracked for them, else of the cases that never settled. Their numbers are of a drive that still changes.
 */
export function unsteadyRuns(
  campaigns: readonly ComparedCampaign[],
  columns: readonly MeasuredColumns[],
): ReadonlySet<number> {
  const unsteady = new Set<number>()
  for (const { id, untilSteady } of campaigns) {
    if (untilSteady === undefined) continue
    const own = columns.filter(({ campaignId }) => campaignId === id)
    const judged = own.filter(({ metric }) => metric === untilSteady.metric)
    const cases =
      untilSteady.trackedCase === undefined
        ? new Set(own.flatMap((column) => [...column.cases]))
        : new Set([untilSteady.trackedCase])
    for (const caseIndex of cases) {
      if (isSteady(judged, untilSteady.metric, caseIndex)) continue
      for (const { runIds, cases: ofRuns } of own)
        runIds.forEach((runId, at) => {
          if (untilSteady.trackedCase !== undefined || ofRuns[at] === caseIndex) unsteady.add(runId)
        })
    }
  }
  return unsteady
}

function isSteady(columns: readonly MeasuredColumns[], metric: string, caseIndex: number): boolean {
  const rows = columns.flatMap(({ runIds, cases, repetitions, values, direction }) =>
    Array.from(runIds, (runId, at) => ({
      ...{ runId, metric, direction, value: values[at] ?? Number.NaN },
      ...{ caseIndex: cases[at], round: repetitions[at] ?? 0 },
    })),
  )
  const ofCase = rows.filter((row) => row.caseIndex === caseIndex)
  const roundOf = new Map(ofCase.map(({ runId, round }) => [runId, round]))
  const rounds = largestOf(roundOf.values(), 0)
  return firstSteadyWindow(roundValues(ofCase, metric, roundOf, rounds), undefined, rounds) !== undefined
}
