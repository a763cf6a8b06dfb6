import { smallestOf } from '../../../core/iterables'
import type { Plan } from '../../../core/plan/plan'
import { trackedCase } from '../../../core/plan/until-steady'
import { metricInSentence } from '../../../core/results/metrics'
import { roundValues } from '../../../core/results/rounds'
import { firstSteadyWindow } from '../../../core/statistics/series/steady-window'
import type { CampaignContext } from '../campaign-context'
import { caseWords } from '../execute/run-words'
import type { QueuedRun } from './run-queue'
import { groupBy } from '../../../core/iterables'

/**
 * Judges the rounds of a plan that runs until the drive is steady: after `ended`, or all of them when a
 * campaign is resumed. If a window is steady, the remaining rounds are skipped and those before it are
 * excluded from results, each with the reason; otherwise the log reports it. Everything is derived from
 * stored data, so a resumed campaign comes to the same end.
 */
export function judgeRounds(context: CampaignContext, ended?: QueuedRun): void {
  const { plan, queue } = context
  if (plan.untilSteady === undefined) return
  const measured = queue.runs.filter((run) => run.phase === 'measure')
  const tracked = trackedCase(plan)
  if (tracked !== undefined) {
    judge(context, tracked, measured, ended)
    return
  }
  for (const [caseIndex, runs] of groupBy(measured, (run) => run.case.index))
    if (ended === undefined || ended.case.index === caseIndex) judge(context, caseIndex, runs, ended)
}

/** `runs`: those that become steady together, of the whole campaign or of one case. */
function judge(
  context: CampaignContext,
  caseIndex: number,
  runs: readonly QueuedRun[],
  ended: QueuedRun | undefined,
): void {
  const { queue, store, journal, campaignId, plan, engine } = context
  const unfinished = runs.filter(({ runId }) => ['waiting', 'running'].includes(queue.stateOf(runId) ?? ''))
  const rounds = smallestOf(
    unfinished.map(({ repetition }) => repetition - 1),
    plan.repetitions,
  )
  // In the middle of a round there is nothing new to judge.
  if (ended !== undefined && ended.repetition > rounds) return
  const found = firstSteadyWindow(valuesOf(context, caseIndex, runs, rounds), undefined, plan.repetitions)
  const [first] = runs
  const what = trackedCase(plan) === undefined && first ? `${caseWords(first, engine)}: the` : 'The'
  if (found === undefined) {
    if (unfinished.length > 0 || rounds === 0) return
    const text = `${what} drive was not steady after ${String(rounds)} rounds. The results are of a drive that still changes.`
    journal.log(campaignId, 'warning', text)
    return
  }
  const when = `steady in rounds ${String(found.firstRound)} to ${String(found.lastRound)}`
  for (const { runId } of unfinished.filter((run) => queue.stateOf(run.runId) === 'waiting')) {
    store.setRunState(runId, 'skipped', { id: 'steady', text: `Not needed: the drive was ${when}.` })
    queue.setState(runId, 'skipped')
    journal.runChanged(runId)
  }
  const known = new Set(store.excludedRuns().map(({ runId }) => runId))
  for (const { runId, repetition } of runs) {
    if (repetition >= found.firstRound || known.has(runId) || queue.stateOf(runId) !== 'done') continue
    store.excludeRun(runId, `Before steady state: the drive was ${when}.`)
  }
  journal.log(campaignId, 'info', `${what} drive was ${when} (${metricLabel(plan)}).`)
  journal.campaignChanged(campaignId)
}

/** "IOPS", "bandwidth". */
function metricLabel({ untilSteady }: Plan): string {
  return metricInSentence(untilSteady?.metric ?? '')
}

function valuesOf(
  { store, campaignId, plan }: CampaignContext,
  caseIndex: number,
  runs: readonly QueuedRun[],
  rounds: number,
): readonly number[] {
  const metric = plan.untilSteady?.metric ?? ''
  const ofCase = new Map(
    runs.filter((run) => run.case.index === caseIndex).map(({ runId, repetition }) => [runId, repetition]),
  )
  return roundValues(store.rows({ campaignIds: [campaignId], metrics: [metric] }), metric, ofCase, rounds)
}
