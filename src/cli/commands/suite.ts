import { randomInt, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { totalmem } from 'node:os'
import { readEnvironment } from '../../bench/hosts/environment'
import { RunnerError } from '../../bench/runner/runner-error'
import { createReview } from '../../bench/store/create-review'
import { openForWriting } from '../../bench/store/open-review'
import type { ReviewWriter } from '../../bench/store/review-store'
import { draftOfRuns, hasOwnDocument } from '../../bench/articles/new-document'
import { advisePlan } from '../../core/engines/plan-advice'
import { estimatePlan, sumEstimates } from '../../core/engines/plan-estimate'
import type { Advice } from '../../core/plan/advice'
import { costText, lacksTargetSizeText } from '../../core/plan/estimate-text'
import type { Plan } from '../../core/plan/plan'
import { templateNames } from '../../core/document/stored-document'
import { findSuite, suitePlans, suites, type Suite } from '../../core/plan/templates/suites'
import { formatBytes } from '../../core/units/bytes'
import { counted } from '../../core/units/number-format'
import { choiceOf, CommandError, exitStatus, printJson, type Command, type ExitStatus } from '../command'
import { connectHosts } from '../connect-host'
import { nameDrive } from '../name-drive'
import { followCampaign, openForRunning, type RunningBench } from '../follow-campaign'
import { problemLines, refusalStatus, targetOf } from '../plan-file'
import { checkNewName } from '../with-review'
import { withLengths } from './plan/plan-new'
import { agreeToWear, confirmDevice } from './run'

const names = suites.map(({ id }) => id).join(', ')

export const suiteList: Command = {
  words: ['suite', 'list'],
  positionals: [],
  summary: 'Name the suites: several plans that are run one after the other on one target.',
  options: {},
  run(parsed, context) {
    if (parsed.json) printJson(context, suites)
    else
      for (const { id, title, description, parts } of suites)
        context.stdout.line(`${id}: ${title}, ${counted(parts.length, 'plan')}. ${description}`)
    return Promise.resolve(exitStatus.done)
  },
}

export const suiteNew: Command = {
  words: ['suite', 'new'],
  positionals: ['FILE.benchwright'],
  summary: 'Add the plans of a suite to a results file, which is created if it does not exist.',
  options: {
    suite: { value: 'NAME', help: `One of ${names}.` },
    target: {
      value: 'PATH',
      help: 'What all of its plans measure: a folder, a file to create, or a device.',
    },
    runtime: { value: 'TIME', help: 'Measured time of every run, e.g. 10s.' },
    size: { value: 'SIZE', help: 'Size of every data file, e.g. 16G.' },
    repetitions: { value: 'N', help: 'Runs per case of every plan.' },
  },
  async run(parsed, context) {
    const [file = ''] = parsed.positionals
    const suite = chosenSuite(parsed.text('suite'))
    const target = parsed.text('target')
    if (target === undefined)
      throw new CommandError('suite new: --target is missing.', 'Name the folder or device to measure.')
    const identity = () => ({ id: randomUUID(), seed: randomInt(2 ** 32), target: targetOf(target) })
    const wanted = suitePlans(suite, identity, totalmem()).map((plan) => withLengths(plan, parsed))
    const isNew = !existsSync(file)
    if (isNew) checkNewName(file)
    const review = isNew ? createReview(file) : openForWriting(file)
    let plans: readonly Plan[]
    try {
      plans = wanted.map((plan) => review.addPlan(plan))
    } finally {
      review.close()
    }
    const rows = await Promise.all(
      plans.map(async (plan) => {
        const environment = await readEnvironment(plan).catch(() => ({}))
        return { plan, estimate: estimatePlan(plan, environment), problems: lastingProblems(plan) }
      }),
    )
    const status = rows.every(({ problems }) => problems.length === 0) ? exitStatus.done : exitStatus.failed
    if (parsed.json) {
      printJson(context, {
        file,
        suite: suite.id,
        plans: rows.map(({ plan: { id, name }, estimate, problems }) => ({ id, name, estimate, problems })),
      })
      return status
    }
    for (const { plan, estimate } of rows) {
      const space = `${estimate.lacksTargetSize ? 'more than ' : ''}${formatBytes(estimate.spaceBytes)}`
      context.stdout.line(`${plan.name}: ${costText(estimate)}, ${space} on the target`)
      if (estimate.lacksTargetSize) context.stdout.line(`  ${lacksTargetSizeText}`)
    }
    if (rows.length > 1)
      context.stdout.line(`Together: ${costText(sumEstimates(rows.map(({ estimate }) => estimate)))}.`)
    for (const { plan, problems } of rows) sayCannotRun(plan, problems, context)
    context.stdout.line(`Start them with 'benchwright suite run ${file}'.`)
    return status
  },
}

export const suiteRun: Command = {
  words: ['suite', 'run'],
  positionals: ['FILE.benchwright'],
  summary:
    'Run every plan of a results file that has not been run to its end, one after the other, and draft the review.',
  options: {
    configuration: {
      value: 'NAME',
      help: 'What is measured this time, e.g. "firmware 2"; for all plans. As in the last campaign of these plans if unset.',
    },
    document: { value: 'TEMPLATE', help: 'Outline of the draft; default drive-review, none for no draft.' },
    'accept-wear': { help: 'Start even if the plans write more than half of the drive’s rated endurance.' },
    'confirm-device': {
      multiple: true,
      value: 'SERIAL',
      help: 'Confirm that this device is overwritten, as for run.',
    },
  },
  async run(parsed, context) {
    const [file = ''] = parsed.positionals
    const outline = choiceOf(parsed, 'document', outlines, 'there is no such outline') ?? 'drive-review'
    const bench = openForRunning(file, false, context)
    let status: ExitStatus = exitStatus.done
    try {
      const plans = planned(bench.review)
      if (plans.length === 0)
        throw new CommandError(
          `${file}: there is no plan in this file.`,
          "Put some there with 'benchwright suite new', or run one with 'benchwright run'.",
        )
      const configuration = parsed.text('configuration') ?? lastConfiguration(bench.review, plans)
      const undone = plans.filter(({ id }) => stateOf(bench.review, id) !== 'done')
      // Reported at the start: for an overnight run, the person would otherwise only learn of it in the morning.
      const open = undone.filter((plan) => !sayCannotRun(plan, lastingProblems(plan), context))
      if (open.length < undone.length) status = exitStatus.failed
      const agreed = parsed.flag('accept-wear') ? open : await agreeAhead(bench, open, context)
      for (const [at, plan] of open.entries()) {
        if (context.signal.aborted) return exitStatus.failed
        if (!parsed.json) context.stderr.line(`Plan ${at + 1} of ${open.length}: ${plan.name}`)
        try {
          const campaignId = await begin(
            bench,
            plan,
            async () => {
              await nameDrive(bench, plan, undefined, context)
              return confirmDevice(bench.runner, plan.id, parsed.texts('confirm-device'), context)
            },
            { configuration, acceptsWear: agreed.includes(plan) },
            context,
          )
          const own = await followCampaign(bench, campaignId, context, parsed.json)
          if (own !== exitStatus.done) status = own
          if (bench.review.campaignFacts(campaignId)?.state === 'stopped') return own
        } catch (error) {
          if (!(error instanceof RunnerError)) throw error
          // The other plans are still worth running.
          if (!sayCannotRun(plan, error.problems, context))
            context.stderr.line(
              `The plan “${plan.name}” cannot run: ${[error.message, error.remedy ?? ''].join(' ').trim()}`,
            )
          status = error.problems.length > 0 ? refusalStatus(error.problems) : exitStatus.failed
        }
      }
      if (undone.length === 0 && !parsed.json)
        context.stdout.line(`${file}: every plan has been run to its end.`)
      if (outline !== 'none' && !hasOwnDocument(bench.review)) {
        const draft = draftOfRuns(bench.review, outline)
        if (draft && !parsed.json)
          context.stdout.line(
            `${file}: the draft “${draft.name}” is in the file. 'benchwright report' writes it.`,
          )
      }
      return status
    } finally {
      await bench.close()
    }
  },
}

function chosenSuite(id: string | undefined): Suite {
  if (id === undefined) throw new CommandError('suite new: --suite is missing.', `Choose one of ${names}.`)
  const suite = findSuite(id)
  if (!suite) throw new CommandError(`--suite ${id}: there is no such suite.`, `Choose one of ${names}.`)
  return suite
}

const outlines = [...templateNames.filter((name) => name !== 'empty'), 'none' as const]

/** The plans of the file in the order in which they were added. */
function planned(review: ReviewWriter): readonly Plan[] {
  return review.summary().plans.map(({ id }) => review.plan(id))
}

/** What prevents a plan from running wherever and whenever it is started. */
function lastingProblems(plan: Plan): readonly Advice[] {
  return advisePlan(plan, {}).filter(({ severity }) => severity === 'error')
}

/** Names a plan with what prevents it from running; false if nothing does. */
function sayCannotRun(
  { name }: Plan,
  problems: readonly Advice[],
  { stderr }: Parameters<Command['run']>[1],
): boolean {
  for (const line of problemLines(problems)) stderr.line(`The plan “${name}” cannot run: ${line}`)
  return problems.length > 0
}

/** Configuration of the newest campaign of these plans; empty if there is none. */
function lastConfiguration(review: ReviewWriter, plans: readonly Plan[]): string {
  const ids = new Set(plans.map(({ id }) => id))
  const newest = review
    .campaigns()
    .filter(({ planId }) => ids.has(planId))
    .at(-1)
  return newest?.configuration ?? ''
}

/** State of the newest campaign of a plan; undefined if there is none. */
function stateOf(review: ReviewWriter, planId: string) {
  return newestOf(review, planId)?.state
}

function newestOf(review: ReviewWriter, planId: string) {
  return review
    .campaigns()
    .filter((one) => one.planId === planId && one.leaderId === undefined)
    .at(-1)
}

/** Starts a plan, or continues its unfinished campaign. Returns the campaign's id. */
async function begin(
  bench: RunningBench,
  plan: Plan,
  confirm: () => Promise<string | undefined>,
  { configuration, acceptsWear }: { readonly configuration: string; readonly acceptsWear: boolean },
  context: Parameters<Command['run']>[1],
): Promise<number> {
  const unfinished = newestOf(bench.review, plan.id)
  await connectHosts(bench.hosts, plan, context)
  if (unfinished) {
    await bench.runner.resume(unfinished.id)
    return unfinished.id
  }
  const confirmationId = await confirm()
  // Nothing else measures in this process.
  const options = { signal: context.signal, confirmationId, acceptsWear, beside: false }
  return (await bench.runner.start(plan.id, configuration, options)).campaignId
}

/**
 * Has a person agree to what all plans together wear out, before the first of them runs. Returns the plans that were
 * part of the question: one that cannot run now is not.
 */
async function agreeAhead(
  bench: RunningBench,
  plans: readonly Plan[],
  context: Parameters<Command['run']>[1],
): Promise<readonly Plan[]> {
  const fresh = plans.filter(({ id }) => newestOf(bench.review, id) === undefined)
  for (const plan of fresh) await connectHosts(bench.hosts, plan, context)
  const planIds = fresh.map(({ id }) => id)
  const { signal } = context
  const { refused, questions } = await bench.runner.prepareStart(planIds, { signal, isAhead: true })
  await agreeToWear(questions.wear, fresh, context)
  return fresh.filter(({ id }) => !refused.some(({ planId }) => planId === id))
}
