import { RequestFailure } from '../../../core/contract/request-failure'
import { mostColumnRuns } from '../../../core/results/run-columns'
import type { CampaignFacts, CampaignQuantity } from '../../../core/results/campaign/campaign'
import { scheduleOf } from '../../runner/start/start-interleaved'
import type { BenchAnswers } from './answers'
import { summaryNames } from '../../../core/results/campaign/campaign-naming'
import { toBin } from '../to-bin'
import { resumeCampaign, startCampaigns, startPlans } from '../start-plans'

type Names =
  | `campaign.${'start' | 'start-plans' | 'get' | 'summary' | 'runs' | 'live' | 'pause' | 'resume' | 'retry-failed' | 'add-runs' | 'queue' | 'move-queued' | 'stop' | 'give-up' | 'delete' | 'rename'}`
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
  'campaign.summary': async ({ aside }, { campaignId }) => ({
    sentences: await aside.do('campaign-summary', campaignId),
  }),
  'campaign.runs': ({ review }, { campaignId, from }) => review.runColumns(campaignId, from, mostColumnRuns),
  'campaign.live': ({ runner }, { campaignId }) => runner?.liveRun(campaignId) ?? null,
  'campaign.pause': (session, { campaignId }) => session.writingRunner().pause(campaignId),
  'campaign.resume': (session, { campaignId }) => resumeCampaign(session, campaignId),
  'campaign.add-runs': (session, { campaignId, count }) => session.writingRunner().addRuns(campaignId, count),
  'campaign.retry-failed': (session, { campaignId }) => session.writingRunner().retryFailed(campaignId),
  'campaign.queue': ({ runner }) => runner?.queue.queued() ?? [],
  'campaign.move-queued': (session, { campaignId, direction }) =>
    session.writingRunner().queue.moveQueued(campaignId, direction),
  'campaign.stop': (session, { campaignId }) => session.writingRunner().stop(campaignId),
  'campaign.give-up': (session, { campaignId }) => session.writingRunner().giveUp(campaignId),
  'campaign.delete': (session, { campaignId }) => {
    const runner = session.writingRunner()
    const name = summaryNames(session.review.campaigns()).get(campaignId) ?? 'campaign'
    return toBin(session, 'campaign', { key: campaignId, name }, () => runner.delete(campaignId))
  },
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
  'run.series-window': ({ aside }, request) => aside.do('series-window', request),
  'password.give': ({ passwords }, { id, password }) => passwords.give(id, password),
  'terminal.attach': (session, { campaignId }) => ({
    scrollback: session.runner?.scrollback(campaignId) ?? '',
  }),
  'terminal.resize': (session, { columns, rows }) => session.runner?.resizeTerminal(columns, rows),
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
