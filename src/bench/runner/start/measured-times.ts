import type { Engine } from '../../../core/engines/engine'
import type { MeasuredTimes } from '../../../core/plan/advice'
import { median } from '../../../core/statistics/summary/quantile'
import { runCount, type CampaignSummary } from '../../../core/results/campaign/campaign'
import type { RunSummary } from '../../../core/results/run'
import type { ReviewReader } from '../../store/review-store'

/** Campaigns of more runs say nothing more about the time of one. */
const mostRuns = 2000

/**
 * How long runs of an engine took in these campaigns of one drive: what lay between the start of a run and that of the
 * next besides what its plan asks for (median), the rates of runs that end after an amount of data and of layouts, and the
 * time of a sample of what the engine writes. Undefined if none of it is known.
 */
export function measuredTimes(
  store: ReviewReader,
  campaigns: readonly CampaignSummary[],
  engine: Engine,
): MeasuredTimes | undefined {
  const around: number[] = []
  const samples: number[] = []
  const moved = { bytes: 0, seconds: 0 }
  const laidOut = { bytes: 0, seconds: 0 }
  for (const campaign of campaigns) {
    if (campaign.engine !== engine.description.id || campaign.source !== 'measured') continue
    if (runCount(campaign) > mostRuns) continue
    const plan = store.campaignFacts(campaign.id)?.plan
    const sampled = store.calibrations(campaign.id).map(({ measuredAtMs }) => measuredAtMs)
    for (const [at, atMs] of sampled.slice(1).entries()) samples.push((atMs - (sampled[at] ?? atMs)) / 1000)
    // Between two runs of campaigns in turn, the others measure.
    if (plan === undefined || plan.interleaved !== undefined) continue
    for (const { run, seconds } of lasted(store.runs(campaign.id), plan.pauseSeconds)) {
      const cost = engine.cost({ ...plan.base, ...run.levels })
      if (run.phase === 'layout') {
        laidOut.bytes += cost.fileBytes
        laidOut.seconds += seconds
      } else if (run.phase === 'measure' && cost.seconds !== undefined) around.push(seconds - cost.seconds)
      else if (run.phase === 'measure' && cost.bytesMoved !== undefined) {
        moved.bytes += cost.bytesMoved
        moved.seconds += seconds
      }
    }
  }
  const rate = ({ bytes, seconds }: typeof moved) => (bytes > 0 && seconds > 0 ? bytes / seconds : undefined)
  const found = {
    aroundSeconds: median(around),
    movedBytesPerSecond: rate(moved),
    layoutBytesPerSecond: rate(laidOut),
    calibrationSeconds: median(samples),
  }
  return Object.values(found).every((one) => one === undefined) ? undefined : found
}

/** Runs that succeeded, with the seconds until the next one began (less the pause between them), or until their own end. */
function* lasted(
  runs: readonly RunSummary[],
  pauseSeconds: number,
): Generator<{ readonly run: RunSummary; readonly seconds: number }> {
  const inOrder = runs
    .filter(({ startedAtMs }) => startedAtMs !== undefined)
    .sort((a, b) => (a.startedAtMs ?? 0) - (b.startedAtMs ?? 0))
  for (const [at, run] of inOrder.entries()) {
    const { startedAtMs = 0, finishedAtMs, state } = run
    if (state !== 'done' || finishedAtMs === undefined) continue
    const next = inOrder[at + 1]?.startedAtMs
    const seconds =
      next === undefined ? (finishedAtMs - startedAtMs) / 1000 : (next - startedAtMs) / 1000 - pauseSeconds
    yield { run, seconds: Math.max(0, seconds) }
  }
}
