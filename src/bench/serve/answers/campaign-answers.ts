import { RequestFailure } from '../../../core/contract/request-failure'
import { campaignSentences } from '../../../core/document/campaign-summary'
import { mostColumnRuns } from '../../../core/results/run-columns'
import type { CampaignDetail, CampaignFacts, CampaignQuantity } from '../../../core/results/campaign/campaign'
import { scheduleOf } from '../../runner/start/start-interleaved'
import type { ReviewReader } from '../../store/review-store'
import { casesOfCampaign } from '../../articles/measured-cases'
import type { BenchAnswers } from './answers'
import { resumeCampaign, startCampaigns, startPlans } from '../start-plans'
import type { BenchArguments, SeriesWindow } from '../../../core/contract/bench-requests'
import type { Series } from '../../../core/results/observation'
import { MinMaxPyramid } from '../../../core/statistics/series/min-max-pyramid'
import { keptSeries } from './kept-series'
import type { Session } from '../session'

type Names =
  | `campaign.${'start' | 'start-plans' | 'get' | 'summary' | 'runs' | 'live' | 'pause' | 'resume' | 'retry-failed' | 'queue' | 'move-queued' | 'stop' | 'give-up' | 'delete' | 'rename'}`
  | `run.${'skip' | 'retry' | 'list' | 'get' | 'output' | 'series-window'}`
  | 'password.give'
  | `terminal.${'attach' | 'resize'}`

/** Raw output is shown up to this size; the file has all of it. */
const shownOutputBytes = 2 * 1024 * 1024

/** Log entries sent to a window; the file has all of them. */
const shownLogEntries = 1000

/** Requests about campaigns and their runs. */
export const campaignAnswers: BenchAnswers<Names> = {
  'campaign.start': (session, given) => startCampaigns(session, given),
  'campaign.start-plans': (session, given) => startPlans(session, given),
  'campaign.get': ({ review, runner }, { campaignId }) => {
    const stored = shortened(found(review.campaignFacts(campaignId), 'campaign'))
    const facts = runner?.withOrigin(stored) ?? stored
    const { runIds, quantities: recorded } = review.campaignSeries(campaignId)
    const quantities: readonly CampaignQuantity[] = [
      ...review.measuredQuantities(campaignId),
      ...review.published([campaignId]).filter(({ value }) => value.kind === 'summary'),
    ].map(({ test, direction, metric }) => ({ test, direction, metric }))
    return {
      ...facts,
      quantities: distinct(quantities),
      // Without the data of single runs, of which there may be hundreds of thousands.
      recorded: { runIds, quantities: recorded },
      hasHistograms: review.runsWithHistograms(campaignId).length > 0,
      ...(facts.plan.interleaved && {
        inTurnWithIds: scheduleOf(review, campaignId).filter((id) => id !== campaignId),
      }),
    }
  },
  'campaign.summary': ({ review }, { campaignId }) => {
    const campaign = campaignOf(review, campaignId)
    const cases = casesOfCampaign(review, campaign)
    return { sentences: cases.length === 0 ? [] : campaignSentences(campaign, cases) }
  },
  'campaign.runs': ({ review }, { campaignId, from }) => review.runColumns(campaignId, from, mostColumnRuns),
  'campaign.live': ({ runner }, { campaignId }) => runner?.liveRun(campaignId) ?? null,
  'campaign.pause': (session, { campaignId }) => session.writingRunner().pause(campaignId),
  'campaign.resume': (session, { campaignId }) => resumeCampaign(session, campaignId),
  'campaign.retry-failed': (session, { campaignId }) => session.writingRunner().retryFailed(campaignId),
  'campaign.queue': ({ runner }) => runner?.queue.queued() ?? [],
  'campaign.move-queued': (session, { campaignId, direction }) =>
    session.writingRunner().queue.moveQueued(campaignId, direction),
  'campaign.stop': (session, { campaignId }) => session.writingRunner().stop(campaignId),
  'campaign.give-up': (session, { campaignId }) => session.writingRunner().giveUp(campaignId),
  'campaign.delete': (session, { campaignId }) => session.writingRunner().delete(campaignId),
  'campaign.rename': (session, { campaignId, configuration, device }) =>
    session.writer().renameCampaign(campaignId, configuration, device),
  'run.skip': (session, { runId }) => session.writingRunner().skip(runId),
  'run.retry': (session, { runId, goesOn }) => session.writingRunner().retry(runId, { goesOn }),
  'run.list': ({ review }, { runIds }) => ({ runs: review.runsById(runIds) }),
  'run.get': ({ review }, { runId }) => found(review.run(runId), 'run'),
  'run.output': ({ review }, { runId, name }) => {
    const bytes = found(review.rawOutput(runId, name), 'output')
    return {
      text: new TextDecoder().decode(bytes.subarray(0, shownOutputBytes)),
      truncated: bytes.length > shownOutputBytes,
    }
  },
  'run.series-window': (session, request) => seriesWindow(session, request),
  'password.give': ({ passwords }, { id, password }) => passwords.give(id, password),
  'terminal.attach': (session, { campaignId }) => ({
    scrollback: session.runner?.scrollback(campaignId) ?? '',
  }),
  'terminal.resize': (session, { columns, rows }) => session.runner?.resizeTerminal(columns, rows),
}

/** A campaign with its runs. Throws a RequestFailure if it no longer exists. */
export function campaignOf(review: ReviewReader, campaignId: number): CampaignDetail {
  return found(review.campaign(campaignId), 'campaign')
}

function shortened(campaign: CampaignFacts): CampaignFacts {
  return { ...campaign, log: campaign.log.slice(-shownLogEntries) }
}

function found<T>(value: T | undefined, what: string): T {
  if (value !== undefined) return value
  throw new RequestFailure({
    id: `no-${what}`,
    message: `This ${what} is not in the results file.`,
    remedy: 'It may have been deleted in another window.',
  })
}

function distinct(quantities: readonly CampaignQuantity[]): readonly CampaignQuantity[] {
  return [...new Map(quantities.map((one) => [JSON.stringify(one), one])).values()]
}

/** Pyramids of kept series, discarded with them. */
const pyramids = new WeakMap<Series, MinMaxPyramid>()

/**
 * The part of a series that a window shows. The series is read once and kept while it is displayed. Null for
 * a histogram over time. Throws a DamagedContentError if the series is not what was stored.
 */
function seriesWindow(session: Session, request: BenchArguments<'run.series-window'>): SeriesWindow | null {
  const { runId, source, device, direction, metric, pixels } = request
  const series = keptSeries(session, runId).find(
    (one) =>
      one.source === source &&
      one.device === device &&
      one.direction === direction &&
      one.metric === metric &&
      one.binsNs === undefined,
  )
  if (!series) return null
  const first = series.seconds[0] ?? 0
  const last = series.seconds.at(-1) ?? first
  const { from = first, to = last } = request
  return { unit: series.unit, span: [first, last], ...pyramidOf(series).window(from, to, pixels) }
}

function pyramidOf(series: Series): MinMaxPyramid {
  const known = pyramids.get(series)
  if (known) return known
  const made = new MinMaxPyramid(series)
  pyramids.set(series, made)
  return made
}
