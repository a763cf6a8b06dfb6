import type { CampaignDetail } from '../core/results/campaign'
import { findEngine } from '../core/engines/registry'
import { caseLabel } from '../core/plan/levels'
import { formatDuration } from '../core/units/durations'
import { formatCount } from '../core/units/number-format'
import { formatIops, formatRate } from '../core/units/rates'
import type { CampaignRunner } from '../bench/runner/campaign-runner'
import type { ReviewWriter } from '../bench/store/review-store'
import { exitStatus, printJson, type CommandContext, type ExitStatus } from './command'
import { openProgressBar } from './progress-bar'

const layoutLabel = 'laying out the data file'
const prepareLabel = 'preparing the target'

/** Follows campaigns that measure in turn, one after the other: while the first is shown, the others go on beside it. */
export async function followCampaigns(
  runner: CampaignRunner,
  review: ReviewWriter,
  campaignIds: readonly number[],
  context: CommandContext,
  json: boolean,
): Promise<ExitStatus> {
  let status: ExitStatus = exitStatus.done
  for (const id of campaignIds) {
    const own = await followCampaign(runner, review, id, context, json)
    if (own !== exitStatus.done) status = own
  }
  return status
}

/** Shows a campaign's progress until it ends, stops it on Ctrl-C (gives it up where its host is away), lets it go on its own when the terminal closes, and says how it ended. */
export async function followCampaign(
  runner: CampaignRunner,
  review: ReviewWriter,
  campaignId: number,
  context: CommandContext,
  json: boolean,
): Promise<ExitStatus> {
  const bar = openProgressBar(context)
  const fields = findEngine(review.campaign(campaignId)?.engine ?? '')?.description.fields ?? []
  let label = ''
  const stopListening = runner.events.on((event) => {
    // Others may be measured in turn with it.
    if ('campaignId' in event && event.campaignId !== campaignId) return
    if (event.type === 'run-changed' && event.run.state === 'running') {
      label =
        event.run.phase !== 'measure'
          ? event.run.phase === 'layout'
            ? layoutLabel
            : prepareLabel
          : `${caseLabel(event.run, fields)} · run ${event.run.repetition}`
    } else if (event.type === 'log' && event.entry.level !== 'info') {
      bar.say(`${event.entry.level}: ${event.entry.text}`)
    } else if (event.type === 'progress') {
      const { progress } = event
      const done =
        (progress.finishedRuns +
          (label === layoutLabel || label === prepareLabel ? 0 : progress.runFraction)) /
        Math.max(1, progress.totalRuns)
      const live = progress.run
      const rate = (live?.readBytesPerSecond ?? 0) + (live?.writeBytesPerSecond ?? 0)
      const iops = (live?.readIops ?? 0) + (live?.writeIops ?? 0)
      const parts = [
        `${formatCount(progress.finishedRuns)}/${formatCount(progress.totalRuns)}`,
        label,
        live?.phase === 'running' && rate > 0 ? `${formatRate(rate)}, ${formatIops(iops)} IOPS` : '',
        progress.secondsLeft === undefined ? '' : `${formatDuration(progress.secondsLeft)} left`,
      ]
      bar.update(done, parts.filter((part) => part !== '').join(' · '))
    }
  })
  let stopping: Promise<unknown> = Promise.resolve()
  const stop = (): void => {
    stopping = (runner.isHostAway(campaignId) ? runner.giveUp(campaignId) : runner.stop(campaignId)).catch(
      (error: unknown) => bar.say(error instanceof Error ? error.message : String(error)),
    )
  }
  context.signal.addEventListener('abort', stop, { once: true })
  if (context.signal.aborted) stop()
  try {
    await runner.ended(campaignId)
    // What stops the campaign may have more to store; the file is closed after this.
    await stopping
  } finally {
    stopListening()
    context.signal.removeEventListener('abort', stop)
    bar.end()
  }
  return report(review, campaignId, context, json)
}

function report(
  review: ReviewWriter,
  campaignId: number,
  context: CommandContext,
  json: boolean,
): ExitStatus {
  const campaign = review.campaign(campaignId)
  if (campaign === undefined) throw new Error(`Campaign ${campaignId} is not in the file any more.`)
  const failed = campaign.runs.filter((run) => run.state === 'failed')
  const measured = campaign.runs.filter((run) => run.phase === 'measure')
  const done = measured.filter((run) => run.state === 'done').length
  if (json) {
    printJson(context, {
      file: review.path,
      campaign: campaign.id,
      state: campaign.state,
      runs: campaign.runsByState,
      failures: failed.map((run) => ({
        run: run.id,
        case: run.caseKey,
        repetition: run.repetition,
        failure: run.failure,
      })),
    })
  } else {
    const failures = failed.length === 0 ? '' : `, ${formatCount(failed.length)} failed`
    context.stdout.line(
      `${review.path}: ${stateWords(campaign)}, ${formatCount(done)} of ${formatCount(measured.length)} runs done${failures}.`,
    )
  }
  for (const run of failed.slice(0, 20)) {
    context.stderr.line(
      `failed: ${run.caseKey} run ${run.repetition}: ${run.failure?.text ?? 'no reason was stored'} ${run.failure?.remedy ?? ''}`,
    )
  }
  return campaign.state === 'done' && failed.length === 0 ? exitStatus.done : exitStatus.failed
}

function stateWords(campaign: CampaignDetail): string {
  switch (campaign.state) {
    case 'done':
      return 'the campaign is done'
    case 'stopped':
      return "the campaign was stopped ('benchwright resume' goes on with it)"
    default:
      return `the campaign is ${campaign.state} ('benchwright resume' goes on with it)`
  }
}
