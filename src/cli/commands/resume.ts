import type { CampaignState, CampaignSummary } from '../../core/results/campaign'
import { HostError } from '../../bench/hosts/host-error'
import { untilAborted } from '../../bench/hosts/host-limits'
import { CommandError, exitStatus, printJson, type Command, type CommandContext } from '../command'
import { connectHosts } from '../connect-host'
import { followCampaigns, openForRunning, type RunningBench } from '../follow-campaign'
import { scheduleOf } from '../../bench/runner/start/start-interleaved'

export const resume: Command = {
  words: ['resume'],
  positionals: ['FILE.benchwright'],
  summary: 'Collect what an interrupted campaign has finished and continue with the rest.',
  options: {
    campaign: { value: 'ID', help: 'Which campaign, if several are unfinished.' },
    'retry-failed': {
      help: 'Measure the runs that failed again as well, also those of a campaign that is done.',
    },
    'take-over': { help: 'The other machine that was running this file is gone for good.' },
  },
  async run(parsed, context) {
    const path = parsed.positionals[0] ?? ''
    const bench = openForRunning(path, false, context)
    try {
      refuseHeld(bench, path, parsed.flag('take-over'))
      refuseUnmeasured(bench, path)
      // A campaign whose process was killed is still marked as running: it is resumed from that state.
      await logInWhereNeeded(bench, context)
      const taken = await untilAborted(
        bench.runner.reconcile({ resumes: true }),
        context.signal,
        'the host of the campaign',
      )
      if (taken !== undefined)
        return await followCampaigns(
          bench.runner,
          bench.review,
          scheduleOf(bench.review, taken),
          context,
          parsed.json,
        )
      // Another one may have started since.
      refuseHeld(bench, path, parsed.flag('take-over'))
      const retries = parsed.flag('retry-failed')
      const whole = bench.review
        .campaigns()
        .filter(({ source, leaderId }) => source === 'measured' && leaderId === undefined)
      const unfinished = whole.filter(
        (campaign) => isUnfinished(campaign.state) || (retries && failedOf(campaign) > 0),
      )
      const asked = parsed.text('campaign')
      const chosen =
        asked === undefined ? unfinished : unfinished.filter((campaign) => String(campaign.id) === asked)
      const [only, ...others] = chosen
      if (only === undefined) {
        if (asked !== undefined)
          throw new CommandError(
            `${path}: campaign ${asked} is ${retries ? 'done without a failed run' : 'not unfinished'}.`,
            "See 'benchwright show' for the campaigns and their states.",
          )
        const failed = whole.reduce((sum, campaign) => sum + failedOf(campaign), 0)
        const hint =
          failed > 0 ? ` Runs that failed: ${String(failed)}; --retry-failed measures them again.` : ''
        if (parsed.json) printJson(context, { file: path, campaign: null, state: 'nothing to resume' })
        else context.stdout.line(`${path}: every campaign is done; there is nothing to resume.${hint}`)
        return exitStatus.done
      }
      const together = new Set(scheduleOf(bench.review, only.id))
      if (others.some(({ id }) => !together.has(id))) {
        throw new CommandError(
          `${path}: several campaigns are unfinished (${chosen.map((campaign) => `${campaign.id}: ${campaign.configuration || campaign.name}`).join(', ')}).`,
          'Choose one with --campaign ID.',
        )
      }
      await connectHosts(bench.hosts, bench.review.campaign(only.id)?.plan, context)
      const takeOver = parsed.flag('take-over')
      const resuming = retries
        ? bench.runner.retryFailed(only.id, { takeOver })
        : bench.runner.resume(only.id, { takeOver })
      await untilAborted(resuming, context.signal, 'the host of the campaign')
      return await followCampaigns(
        bench.runner,
        bench.review,
        scheduleOf(bench.review, only.id),
        context,
        parsed.json,
      )
    } finally {
      await bench.close()
    }
  },
}

function isUnfinished(state: CampaignState): boolean {
  return state !== 'done'
}

const failedOf = ({ runsByState }: CampaignSummary) => runsByState.failed ?? 0

/** Another Benchwright that is running from the file, or may be if this one cannot check. */
function refuseHeld({ review }: RunningBench, path: string, takesOver: boolean): void {
  const holder = review.runnerHolder()
  if (!holder || holder.fate === 'gone' || (takesOver && holder.mayTakeOver)) return
  const remedy = holder.mayTakeOver ? `${holder.remedy} (--take-over)` : holder.remedy
  throw new CommandError(`${path}: ${holder.text}`, remedy, exitStatus.failed)
}

function refuseUnmeasured({ review }: RunningBench, path: string): void {
  const campaigns = review.campaigns()
  if (campaigns.some(({ source }) => source === 'measured')) return
  const text =
    campaigns.length === 0
      ? `${path}: there is no campaign in this file.`
      : `${path}: no campaign in this file was measured by Benchwright; imported results cannot be resumed.`
  throw new CommandError(text, "Start one with 'benchwright run'.", exitStatus.failed)
}

/**
 * A host that is merely away is waited for; one that asks for input must be answered now, or nothing can continue.
 */
async function logInWhereNeeded(bench: RunningBench, context: CommandContext): Promise<void> {
  const running = bench.review
    .campaigns()
    .filter(
      ({ state, leaderId }) => leaderId === undefined && ['running', 'pausing', 'stopping'].includes(state),
    )
  for (const { id } of running) {
    try {
      await connectHosts(bench.hosts, bench.review.campaign(id)?.plan, context)
    } catch (error) {
      if (!(error instanceof HostError && error.id === 'unreachable')) throw error
      context.stderr.line(`${error.message} Waiting for it.`)
    }
  }
}
