import { roundValues } from '../results/rounds'
import { firstSteadyWindow } from '../statistics/series/steady-window'
import { largestOf } from '../units/iterables'
import type { ComparedCampaign, MeasuredColumns } from './comparison-data'

/**
 * Runs on a drive that was not steady. In campaigns that should have run until the drive was steady but found no
 * steady window: the runs of all cases if one case was tracked for them, otherwise of the cases that never settled.
 * Also runs that should have ended when steady (fio's `steadystate`) and found no steady window.
 */
export function unsteadyRuns(
  campaigns: readonly ComparedCampaign[],
  columns: readonly MeasuredColumns[],
): ReadonlySet<number> {
  const unsteady = new Set<number>()
  for (const campaign of campaigns) {
    const { id, untilSteady } = campaign
    for (const runId of neverSteady(campaign, columns)) unsteady.add(runId)
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

function neverSteady(campaign: ComparedCampaign, columns: readonly MeasuredColumns[]): readonly number[] {
  const { id, base, axes } = campaign
  const key = 'steadystate'
  if (base[key] === undefined && axes.every((axis) => axis.key !== key)) return []
  const own = columns.filter(({ campaignId }) => campaignId === id)
  const steady = new Set(
    own.filter(({ metric }) => metric === 'steady_window').flatMap(({ runIds }) => [...runIds]),
  )
  return own.flatMap(({ runIds, cases }) =>
    [...runIds].filter((runId, at) => {
      const asked = campaign.cases[cases[at] ?? -1]?.[key] ?? base[key]
      return asked !== undefined && asked !== '' && !steady.has(runId)
    }),
  )
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
