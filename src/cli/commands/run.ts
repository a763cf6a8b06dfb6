import type { CampaignRunner } from '../../bench/runner/campaign-runner'
import { RunnerError } from '../../bench/runner/runner-error'
import { refuseProblems } from '../../bench/runner/runner-parts'
import {
  refuseUnanswered,
  type StartAnswers,
  type StartQuestions,
} from '../../bench/runner/start/prepare-start'
import type { StartOptions } from '../../bench/runner/start/start-campaign'
import type { InterleavedStart } from '../../bench/runner/start/start-interleaved'
import type { ReviewReader, ReviewWriter } from '../../bench/store/review-store'
import type { DeviceConfirmation } from '../../core/contract/device-confirmation'
import { findEngine } from '../../core/engines/registry'
import { withFreeName } from '../../core/plan/edit-plan'
import type { Plan } from '../../core/plan/plan'
import { describePlanChanges } from '../../core/plan/plan-changes'
import { CommandError, exitStatus, type CommandContext, type Command } from '../command'
import { connectHosts } from '../connect-host'
import { nameDrive } from '../name-drive'
import { followCampaigns, openForRunning } from '../follow-campaign'
import { onHosts, problemLines, refusalStatus, readPlanFile, withRating } from '../plan-file'

/**
 * Has a destructive plan confirmed: by `--confirm-device` or by a person at the terminal. Returns the confirmation,
 * or undefined if none is needed. Throws with exit status 3 if it is not confirmed, and before anyone is asked a
 * RunnerError `plan-problems` if the plan cannot run.
 */
export async function confirmDevice(
  runner: CampaignRunner,
  planId: string,
  given: readonly string[],
  context: CommandContext,
): Promise<string | undefined> {
  const { confirmations } = runner
  const asked = await confirmations.ask(planId)
  if (!asked) return undefined
  // Nobody should have to agree to a plan that cannot run.
  refuseProblems(await runner.check(planId, context.signal))
  if (given.some((text) => confirmations.give(asked.id, text))) return asked.id
  if (given.length > 0) throw notConfirmed('--confirm-device names another device.', asked)
  if (!context.ask) throw notConfirmed('There is no terminal to ask on.', asked)
  for (const line of confirmationLines(asked)) context.stderr.line(line)
  const typed = await context.ask(`Type ${asked.phrase.asked} to continue: `)
  if (typed !== undefined && confirmations.give(asked.id, typed)) return asked.id
  throw notConfirmed('The text does not match.', asked)
}

/**
 * Has a person agree at the terminal to what a start would wear out, see `StartQuestions`. Throws with exit status 3 if
 * nobody agrees.
 */
export async function agreeToWear(
  questions: StartQuestions['wear'],
  plans: readonly Pick<Plan, 'name'>[],
  context: Pick<CommandContext, 'ask' | 'stderr'>,
): Promise<void> {
  const subject = plans.length > 1 ? 'The plans were' : `The plan “${plans[0]?.name ?? ''}” was`
  for (const question of questions) {
    const refused = (why: string) =>
      new CommandError(
        `${subject} not started: the wear was not agreed to. ${question} ${why}`.trim(),
        'Call it from a terminal, or add --accept-wear.',
        exitStatus.refused,
      )
    if (!context.ask) throw refused('There is no terminal to ask on.')
    context.stderr.line(`This would wear the drive out. ${question}`)
    if ((await context.ask('Type yes to start anyway: '))?.trim().toLowerCase() !== 'yes') throw refused('')
  }
}

/** What the person is shown, line by line. */
function confirmationLines(asked: DeviceConfirmation): readonly string[] {
  const { contents, unread } = asked
  return [
    `All data on ${asked.path} will be lost.`,
    `  host    ${asked.host}`,
    `  device  ${asked.node}${asked.model === undefined ? '' : `, ${asked.model}`}`,
    `  serial  ${asked.serial ?? 'none'}`,
    `  size    ${asked.sizeText} (${String(asked.sizeBytes)} bytes)`,
    ...contents.map(({ name, text }) => `  holds   ${name}: ${text}`),
    ...unread.map((name) => `  holds   ${name}: could not be read`),
    ...(contents.length + unread.length === 0 ? ['  holds   nothing that is known'] : []),
    ...asked.actions.map((action) => `  does    ${action}`),
  ]
}

function notConfirmed(why: string, asked: DeviceConfirmation): CommandError {
  return new CommandError(
    `${asked.path} is not written to: this was not confirmed. ${why}`,
    `Call it from a terminal, or add --confirm-device with ${asked.phrase.asked}.`,
    exitStatus.refused,
  )
}

export const run: Command = {
  words: ['run'],
  positionals: ['PLAN.json'],
  summary: 'Run a plan on this machine or another, and store every run in a results file as it finishes.',
  options: {
    into: { value: 'FILE.benchwright', help: 'The results file; created if it does not exist.' },
    host: {
      multiple: true,
      value: 'DEST',
      help: 'Run on this machine over SSH, whatever the plan says: user@host:port, an alias, HOST via JUMP. Several: every run is one job on all of them at once; `local` is this machine.',
    },
    'stop-orphans': { help: 'End runs that an earlier Benchwright left running.' },
    'leave-orphans': { help: 'Start alongside runs that an earlier Benchwright left running.' },
    interleave: {
      multiple: true,
      value: 'OTHER.json',
      help: 'Also measure this plan, in turn with the first, run by run in rounds A B, B A, as a separate campaign in the same file.',
    },
    configuration: {
      multiple: true,
      value: 'NAME',
      help: 'What is measured this time, e.g. "kernel 6.18"; with --interleave once per plan, in their order.',
    },
    drive: {
      multiple: true,
      value: 'NAME',
      help: 'Which drive this is: its name in every list, figure and article, kept on its device card. Asked for at the terminal if the drive has no card. With --interleave once per plan, in their order.',
    },
    'replace-plan': {
      help: 'Replace the plan with the same id in the results file, even if no campaign keeps it.',
    },
    'accept-wear': { help: 'Start even if the plan writes more than half of the drive’s rated endurance.' },
    'rated-tbw': {
      multiple: true,
      value: 'TBW',
      help: 'Rated endurance of the drive by its data sheet (TBW), e.g. 600TB; kept in the plan. With --interleave once for all plans, or once per plan, in their order.',
    },
    'confirm-device': {
      multiple: true,
      value: 'SERIAL',
      help: 'Confirm that this device is overwritten: the last characters of its serial number, as the terminal would ask for them.',
    },
  },
  async run(parsed, context) {
    const file = parsed.positionals[0] ?? ''
    const given: Plan[] = []
    const paths = [file, ...parsed.texts('interleave')]
    const ratings = parsed.texts('rated-tbw')
    if (ratings.length > 1 && ratings.length !== paths.length)
      throw new CommandError(
        `run: ${ratings.length} ratings for ${paths.length === 1 ? 'one plan' : `${paths.length} plans`}.`,
        'Give --rated-tbw once for all plans, or once per plan, in their order.',
      )
    for (const [at, path] of paths.entries()) {
      const plan = onHosts(await readPlanFile(path, context), parsed.texts('host'))
      given.push(withRating(plan, ratings[at] ?? ratings[0]))
    }
    const configurations = parsed.texts('configuration')
    if (configurations.length > given.length)
      throw new CommandError(
        `run: ${configurations.length} configurations for ${given.length === 1 ? 'one plan' : `${given.length} plans`}.`,
        'Give --configuration once per plan, in their order.',
      )
    if (new Set(given.map(({ id }) => id)).size < given.length)
      throw new CommandError(
        'run: two of the plans have the same id, so one would replace the other.',
        'Give the copy its own id.',
      )
    const into = parsed.text('into')
    if (into === undefined)
      throw new CommandError('run: --into is missing.', 'Name the results file: --into review.benchwright.')
    const bench = openForRunning(into, true, context)
    try {
      const plans = plansApart(bench.review, given, context)
      for (const plan of plans) {
        await connectHosts(bench.hosts, plan, context)
        if (!parsed.flag('replace-plan')) refuseUnknownPlan(bench.review, plan, file, into)
      }
      const ids = await withPlans(bench.review, plans, async () => {
        const { signal } = context
        const planIds = plans.map(({ id }) => id)
        const prepared = await bench.runner.prepareStart(planIds, { signal, inTurn: plans.length > 1 })
        const [broken] = prepared.refused
        if (broken) throw broken.error
        const answers: StartAnswers = {
          acceptsWear: true,
          orphans: parsed.flag('stop-orphans') ? 'stop' : parsed.flag('leave-orphans') ? 'leave' : undefined,
          // Nothing else measures in this process.
          beside: false,
        }
        // Nobody should have to answer for a start that is refused.
        refuseUnanswered(prepared.questions, answers)
        if (!parsed.flag('accept-wear')) await agreeToWear(prepared.questions.wear, plans, context)
        const drives = parsed.texts('drive')
        for (const [at, plan] of plans.entries())
          await nameDrive(bench, plan, drives[at] ?? (drives.length === 1 ? drives[0] : undefined), context)
        const starts: InterleavedStart[] = []
        for (const [at, { id: planId }] of plans.entries()) {
          const serials = parsed.texts('confirm-device')
          const confirmationId = await confirmDevice(bench.runner, planId, serials, context)
          starts.push({ planId, configuration: configurations[at] ?? '', confirmationId })
        }
        return startAll(bench.runner, starts, { ...answers, signal, prepared })
      })
      // What was said against the plans when they started is kept with their campaigns.
      for (const id of ids)
        for (const { level, text } of bench.review.campaignFacts(id)?.log ?? [])
          if (level !== 'info') context.stderr.line(`${level}: ${text}`)
      return await followCampaigns(bench, ids, context, parsed.json)
    } catch (error) {
      if (error instanceof RunnerError && error.problems.length > 0) {
        throw new CommandError(
          [`${file}: the plan cannot run:`, ...problemLines(error.problems)].join('\n'),
          undefined,
          refusalStatus(error.problems),
        )
      }
      if (error instanceof RunnerError && error.id === 'not-confirmed') {
        throw new CommandError(error.message, error.remedy, exitStatus.refused)
      }
      throw error
    } finally {
      await bench.close()
    }
  },
}

/** The plans with names that no other plan of the results file has; says which were numbered. */
function plansApart(
  review: ReviewReader,
  given: readonly Plan[],
  { stderr }: Pick<CommandContext, 'stderr'>,
): readonly Plan[] {
  const stored = review.summary().plans
  const plans: Plan[] = []
  for (const plan of given) {
    const isThere = stored.some(({ id, name }) => id === plan.id && name === plan.name)
    const named = isThere ? plan : withFreeName(plan, [...stored, ...plans])
    if (named.name !== plan.name)
      stderr.line(`The plan is stored as “${named.name}”, because another one is named “${plan.name}”.`)
    plans.push(named)
  }
  return plans
}

/** A plan that was changed in the results file is not silently replaced, unless a campaign keeps that version. */
function refuseUnknownPlan(review: ReviewReader, plan: Plan, file: string, into: string): void {
  const stored = storedPlan(review, plan.id)
  if (!stored) return
  const fields = findEngine(stored.engine)?.description.fields
  const changes = describePlanChanges(plan, stored, fields)
  const isKept = review
    .campaigns()
    .filter(({ planId }) => planId === plan.id)
    .map(({ id }) => review.campaignFacts(id)?.plan)
    .some((kept) => kept && describePlanChanges(kept, stored).length === 0)
  if (changes.length === 0 || isKept) return
  throw new CommandError(
    `${into}: the plan “${stored.name}” was changed there and has not run since. From ${file} to there:\n  ${changes.join('\n  ')}`,
    `Take it over with the window (Design, Save as JSON), give ${file} another "id", or replace it with --replace-plan.`,
    exitStatus.refused,
  )
}

/** Undefined if the results file does not contain the plan yet. */
function storedPlan(review: ReviewReader, planId: string): Plan | undefined {
  return review.summary().plans.some(({ id }) => id === planId) ? review.plan(planId) : undefined
}

/** Stores the plan for a start; a start that fails keeps the previous one. */
async function withPlan<T>(review: ReviewWriter, plan: Plan, start: () => Promise<T>): Promise<T> {
  const before = storedPlan(review, plan.id)
  review.savePlan(plan, before ?? null)
  try {
    return await start()
  } catch (error) {
    if (before) review.savePlan(before, plan)
    else review.deletePlan(plan.id, plan)
    throw error
  }
}

/** Stores all plans for one start. */
function withPlans<T>(review: ReviewWriter, plans: readonly Plan[], start: () => Promise<T>): Promise<T> {
  const [first, ...others] = plans
  return first ? withPlan(review, first, () => withPlans(review, others, start)) : start()
}

/** Ids of the campaigns: one, or those that measure in turn. */
async function startAll(
  runner: CampaignRunner,
  starts: readonly InterleavedStart[],
  options: StartOptions,
): Promise<readonly number[]> {
  const [first, ...others] = starts
  if (!first || others.length > 0) return (await runner.startInterleaved(starts, options)).campaignIds
  const { planId, configuration, confirmationId } = first
  return [(await runner.start(planId, configuration, { ...options, confirmationId })).campaignId]
}
