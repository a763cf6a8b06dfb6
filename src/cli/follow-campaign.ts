import { messageOf } from '../core/errors/system-error'
import { openForWriting } from '../bench/store/open-review'
import { existsSync } from 'node:fs'
import { HostPool } from '../bench/hosts/host-pool'
import { createReview } from '../bench/store/create-review'
import type { ReviewReader, ReviewWriter } from '../bench/store/review-store'
import { CampaignRunner } from '../bench/runner/campaign-runner'
import { findEngine } from '../core/engines/registry'
import { caseLabel } from '../core/plan/levels/levels'
import type { CampaignDetail } from '../core/results/campaign/campaign'
import { formatDuration } from '../core/units/durations'
import { formatCount } from '../core/units/number-format'
import { plainText } from '../core/text/plain-text'
import { formatIops, formatRate } from '../core/units/unit-scale'
import { attendLogins } from './connect-host'
import { checkNewName } from './with-review'
import { type CommandContext, exitStatus, type ExitStatus, printJson } from './command'
import type { AskPassword } from '../bench/runner/runner-parts'

/**
 * One line at the bottom of a terminal that is redrawn in place; without a terminal, a plain line after every tenth.
 */
interface ProgressBar {
  /** `fraction` 0 to 1. */
  update(fraction: number, text: string): void
  /** Prints a line above the bar. */
  say(text: string): void
  end(): void
}

/** Draws on stderr, so that standard output stays clean for results. */
export function openProgressBar(context: CommandContext): ProgressBar {
  return context.stderr.isTTY ? drawnBar(context) : plainLines(context)
}

function plainLines({ stderr }: CommandContext): ProgressBar {
  let told = 0
  return {
    update(fraction, text) {
      const tenths = Math.floor(Math.min(1, Math.max(0, fraction)) * 10 + 1e-9)
      if (tenths <= told) return
      told = tenths
      stderr.line(`${String(tenths * 10).padStart(3)} %  ${text}`)
    },
    say: (text) => stderr.line(text),
    end: () => undefined,
  }
}

function drawnBar(context: CommandContext): ProgressBar {
  const out = context.stderr
  let line = ''
  const erase = '\r\u001b[2K'
  const draw = (): void => out.raw(erase + line)
  return {
    update(fraction, text) {
      const width = Math.min(30, Math.max(10, (out.columns ?? 80) - 50))
      const full = Math.round(Math.min(1, Math.max(0, fraction)) * width)
      const percent = `${Math.floor(fraction * 100)} %`.padStart(5)
      line = `${'█'.repeat(full)}${'░'.repeat(width - full)} ${percent}  ${plainText(text)}`.slice(
        0,
        (out.columns ?? 80) - 1,
      )
      draw()
    },
    say(text) {
      out.raw(erase)
      out.line(text)
      draw()
    },
    end() {
      out.raw(erase)
      line = ''
    },
  }
}

const layoutLabel = 'laying out the data file'
const prepareLabel = 'preparing the target'

type FollowedBench = Pick<RunningBench, 'runner' | 'review' | 'hosts'>

/** Follows campaigns that measure in turn, one after the other: while the first is shown, the others continue. */
export async function followCampaigns(
  bench: FollowedBench,
  campaignIds: readonly number[],
  context: CommandContext,
  json: boolean,
): Promise<ExitStatus> {
  let status: ExitStatus = exitStatus.done
  for (const id of campaignIds) {
    const own = await followCampaign(bench, id, context, json)
    if (own !== exitStatus.done) status = own
  }
  return status
}

/**
 * Shows a campaign's progress until it ends, and its outcome. Ctrl-C stops it (or abandons it if its host is away); a
 * closed terminal leaves it running.
 */
export async function followCampaign(
  { runner, review, hosts }: FollowedBench,
  campaignId: number,
  context: CommandContext,
  json: boolean,
): Promise<ExitStatus> {
  const bar = openProgressBar(context)
  const fields = findEngine(review.campaignFacts(campaignId)?.engine ?? '')?.description.fields ?? []
  let label = ''
  let resting = false
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
      if (!resting) bar.update(done, parts.filter((part) => part !== '').join(' · '))
    }
  })
  let stopping: Promise<unknown> = Promise.resolve()
  const stop = (): void => {
    stopping = (runner.isHostAway(campaignId) ? runner.giveUp(campaignId) : runner.stop(campaignId)).catch(
      (error: unknown) => bar.say(messageOf(error)),
    )
  }
  const rest = (on: boolean) => {
    resting = on
    if (on) bar.end()
  }
  const endLogins = attendLogins(hosts, review.path, context, { say: (text) => bar.say(text), rest, stop })
  context.signal.addEventListener('abort', stop, { once: true })
  if (context.signal.aborted) stop()
  try {
    await runner.ended(campaignId)
    // Stopping the campaign may still store data; the file is closed afterwards.
    await stopping
  } finally {
    stopListening()
    endLogins()
    context.signal.removeEventListener('abort', stop)
    bar.end()
  }
  return report(review, campaignId, context, json)
}

/**
 * Prints how a campaign ended. Laying out the data file is no run of a case and is not counted, but the reason why it
 * failed is printed.
 */
export function report(
  review: ReviewReader,
  campaignId: number,
  context: CommandContext,
  json: boolean,
): ExitStatus {
  const campaign = review.campaign(campaignId)
  if (campaign === undefined) throw new Error('The campaign is no longer in the file.')
  const failed = campaign.runs.filter((run) => run.state === 'failed')
  const fields = findEngine(campaign.engine)?.description.fields ?? []
  const measured = campaign.runs.filter((run) => run.phase === 'measure')
  const done = measured.filter((run) => run.state === 'done').length
  const failedRuns = measured.filter((run) => run.state === 'failed').length
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
    const failures = failedRuns === 0 ? '' : `, ${formatCount(failedRuns)} failed`
    context.stdout.line(
      `${review.path}: ${stateWords(campaign)}, ${formatCount(done)} of ${formatCount(measured.length)} runs done${failures}.`,
    )
  }
  for (const run of failed.slice(0, 20)) {
    const what = run.phase === 'measure' ? `${caseLabel(run, fields)} · run ${run.repetition}` : 'preparation'
    context.stderr.line(
      `failed: ${what}: ${run.failure?.text ?? 'no reason was stored'} ${run.failure?.remedy ?? ''}`,
    )
  }
  if (failedRuns > 0)
    context.stderr.line("'benchwright resume --retry-failed' measures the failed runs again.")
  return campaign.state === 'done' && failed.length === 0 ? exitStatus.done : exitStatus.failed
}

function stateWords(campaign: CampaignDetail): string {
  switch (campaign.state) {
    case 'done':
      return 'the campaign is done'
    case 'stopped':
      return "the campaign was stopped ('benchwright resume' continues it)"
    default:
      return `the campaign is ${campaign.state} ('benchwright resume' continues it)`
  }
}

export interface RunningBench {
  readonly review: ReviewWriter
  readonly runner: CampaignRunner
  readonly hosts: HostPool
  close(): Promise<void>
}

/** Opens a results file for running; creates it first if `create` allows. */
export function openForRunning(path: string, create: boolean, context: CommandContext): RunningBench {
  const isNew = create && !existsSync(path)
  if (isNew) checkNewName(path)
  const review = isNew ? createReview(path) : openForWriting(path)
  const hosts = new HostPool()
  const runner = new CampaignRunner({
    ...{ store: review, host: hosts.local, hosts },
    askPassword: passwordSource(context),
  })
  return {
    review,
    runner,
    hosts,
    async close() {
      runner.leave()
      await hosts.dispose()
      await runner.dispose()
      review.close()
    },
  }
}

/** Environment variable with a database password, for use without a terminal. */
export const passwordVariable = 'BENCHWRIGHT_DB_PASSWORD'

/** How often a refused password is requested again, as in ssh. */
const mostTries = 3

/**
 * The source of passwords for a command: the environment, else the person at the terminal, once for each account. The
 * variable is removed from the environment, so that programs started from here on do not inherit it.
 */
export function passwordSource({ ask, stderr }: Pick<CommandContext, 'ask' | 'stderr'>): AskPassword {
  const given = process.env[passwordVariable]
  Reflect.deleteProperty(process.env, passwordVariable)
  const known = new Map<string, string>()
  const tries = new Map<string, number>()
  return async (whose, { problem } = {}) => {
    if (problem === undefined) {
      const password = given ?? known.get(whose)
      if (password !== undefined) return password
    } else {
      known.delete(whose)
      // The same password would be refused again.
      if (given !== undefined || (tries.get(whose) ?? 0) >= mostTries) return undefined
      stderr.line(problem)
    }
    tries.set(whose, (tries.get(whose) ?? 0) + 1)
    const password = await ask?.(`Password of ${whose}: `, { hidden: true })
    if (password !== undefined) known.set(whose, password)
    return password
  }
}
