import { summaryNames } from '../../core/results/campaign/campaign-naming'
import { isExecuting, type CampaignSummary } from '../../core/results/campaign/campaign'
import type { ReviewReader } from '../../bench/store/review-store'
import { HostError } from '../../bench/hosts/host-error'
import { untilAborted } from '../../bench/hosts/host-limits'
import {
  CommandError,
  exitStatus,
  printJson,
  type Command,
  type CommandContext,
  type ExitStatus,
  type ParsedCommand,
  wholeOption,
} from '../command'
import { connectHosts } from '../connect-host'
import { mostAddedRuns } from '../../core/contract/bench-requests'
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
    const retries = parsed.flag('retry-failed')
    const bench = openForRunning(path, false, context)
    const { review, runner } = bench
    try {
      refuseHeld(bench, path, parsed.flag('take-over'))
      refuseUnmeasured(bench, path)
      const chosen = await choose(review, retries, parsed, context)
      if (chosen === undefined) {
        sayNothingToResume(review, parsed, context)
        return exitStatus.done
      }
      const together = scheduleOf(review, chosen)
      for (const id of together) await logIn(bench, id, context)
      // A campaign whose process was killed is still marked as running: it is resumed from that state.
      const away = 'the host of the campaign'
      await untilAborted(runner.reconcile({ resumes: true, only: together }), context.signal, away)
      const follow = () => followCampaigns(bench, together, context, parsed.json)
      let status: ExitStatus | undefined
      if (together.some((id) => runner.isTaken(id))) status = await follow()
      if (status === undefined || (retries && hasFailed(review, together) && !context.signal.aborted)) {
        // Another one may have started since.
        refuseHeld(bench, path, parsed.flag('take-over'))
        const takeOver = parsed.flag('take-over')
        const resuming = retries
          ? runner.retryFailed(chosen, { takeOver })
          : runner.resume(chosen, { takeOver })
        await untilAborted(resuming, context.signal, away)
        status = await follow()
      }
      const others = unfinishedIn(review, false).filter(({ id }) => !together.includes(id))
      if (others.length === 0) return status
      context.stderr.line(`Still unfinished: ${namesOf(others).join(', ')}. Resume with --campaign ID.`)
      return exitStatus.failed
    } finally {
      await bench.close()
    }
  },
}

export const addRuns: Command = {
  words: ['add-runs'],
  positionals: ['FILE.benchwright'],
  summary: 'Measure every case of a campaign that is done more often; the runs count as its own.',
  options: {
    campaign: { value: 'ID', help: 'Which campaign, if the file has several.' },
    runs: { value: 'N', help: `More runs of each case, 1 to ${String(mostAddedRuns)}.` },
  },
  async run(parsed, context) {
    const path = parsed.positionals[0] ?? ''
    const count = wholeOption(parsed, 'runs', 1, mostAddedRuns)
    if (count === undefined)
      throw new CommandError(
        'add-runs: --runs is missing.',
        'Say how many more runs of each case, e.g. --runs 5.',
      )
    const bench = openForRunning(path, false, context)
    const { review, runner } = bench
    try {
      refuseHeld(bench, path, false)
      refuseUnmeasured(bench, path)
      const measured = measuredIn(review)
      const asked = parsed.text('campaign')
      const chosen = asked === undefined ? measured : measured.filter(({ id }) => String(id) === asked)
      const [only, ...others] = chosen
      if (only === undefined)
        throw new CommandError(
          `add-runs: no campaign ${asked ?? ''} was measured in ${path}.`,
          "See 'benchwright show' for the campaigns.",
        )
      const together = scheduleOf(review, only.id)
      if (others.some(({ id }) => !together.includes(id)))
        throw new CommandError(
          `${path}: several campaigns were measured (${namesOf(chosen).join(', ')}).`,
          'Choose one with --campaign ID.',
        )
      for (const id of together) await logIn(bench, id, context)
      await untilAborted(runner.addRuns(only.id, count), context.signal, 'the host of the campaign')
      return await followCampaigns(bench, together, context, parsed.json)
    } finally {
      await bench.close()
    }
  },
}

/** Whole campaigns that were measured and are not done; with `retries`, also those with failed runs. */
function unfinishedIn(review: ReviewReader, retries: boolean): readonly CampaignSummary[] {
  return measuredIn(review).filter(
    (campaign) => campaign.state !== 'done' || (retries && failedOf(campaign) > 0),
  )
}

function measuredIn(review: ReviewReader): readonly CampaignSummary[] {
  return review.campaigns().filter(({ source, leaderId }) => source === 'measured' && leaderId === undefined)
}

/**
 * The campaign to resume; undefined if there is none. Of several, the one that was named, or that the person at the
 * terminal names; those that are measured in turn count as one. Nothing has been done yet.
 */
async function choose(
  review: ReviewReader,
  retries: boolean,
  parsed: ParsedCommand,
  context: CommandContext,
): Promise<number | undefined> {
  const { path } = review
  const unfinished = unfinishedIn(review, retries)
  const asked = parsed.text('campaign')
  if (asked !== undefined) return chosenOf(unfinished, asked, retries)
  const [only] = unfinished
  if (only === undefined) return undefined
  const together = scheduleOf(review, only.id)
  if (unfinished.every(({ id }) => together.includes(id))) return only.id
  if (!context.ask || parsed.json)
    throw new CommandError(
      `${path}: several campaigns are unfinished (${namesOf(unfinished).join(', ')}).`,
      'Choose one with --campaign ID.',
    )
  context.stderr.line('Several campaigns are unfinished:')
  for (const [at, name] of namesOf(unfinished).entries())
    context.stderr.line(`  ${name}, ${unfinished[at]?.state ?? ''}`)
  const answer = (await context.ask('Number of the one to resume: '))?.trim() ?? ''
  return chosenOf(unfinished, answer, retries)
}

function chosenOf(unfinished: readonly CampaignSummary[], asked: string, retries: boolean): number {
  const chosen = unfinished.find(({ id }) => String(id) === asked)
  if (chosen) return chosen.id
  throw new CommandError(
    `--campaign ${asked} is ${retries ? 'done without a failed run' : 'not unfinished'}.`,
    "See 'benchwright show' for the campaigns and their states.",
  )
}

function sayNothingToResume(review: ReviewReader, parsed: ParsedCommand, context: CommandContext): void {
  const { path } = review
  const failed = measuredIn(review).reduce((sum, campaign) => sum + failedOf(campaign), 0)
  const hint = failed > 0 ? ` Runs that failed: ${String(failed)}; --retry-failed measures them again.` : ''
  if (parsed.json) printJson(context, { file: path, campaign: null, state: 'nothing to resume' })
  else context.stdout.line(`${path}: every campaign is done; there is nothing to resume.${hint}`)
}

/** With the number that `--campaign` takes. */
const namesOf = (campaigns: readonly CampaignSummary[]) =>
  [...summaryNames(campaigns)].map(([id, name]) => `${id}: ${name}`)

const failedOf = ({ runsByState }: CampaignSummary) => runsByState.failed ?? 0

function hasFailed(review: ReviewReader, campaignIds: readonly number[]): boolean {
  return review.campaigns(campaignIds).some((campaign) => failedOf(campaign) > 0)
}

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
 * Connects to the hosts of a campaign. If runs may be in progress there, a host that is merely away is waited for; one
 * that asks for input must be answered now, or nothing can continue.
 */
async function logIn(
  { hosts, review }: RunningBench,
  campaignId: number,
  context: CommandContext,
): Promise<void> {
  const campaign = review.campaignFacts(campaignId)
  try {
    await connectHosts(hosts, campaign?.plan, context)
  } catch (error) {
    const isAway = error instanceof HostError && error.id === 'unreachable'
    if (!campaign || !isExecuting(campaign) || !isAway) throw error
    context.stderr.line(`${error.message} Waiting for it.`)
  }
}
