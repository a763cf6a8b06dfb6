import type { ReviewReader, ReviewWriter } from '../../bench/store/review-store'
import { findEngine } from '../../core/engines/registry'
import type { Plan } from '../../core/plan/plan'
import { describePlanChanges } from '../../core/plan/plan-changes'
import { RunnerError } from '../../bench/runner/runner-error'
import { connectHosts } from '../connect-host'
import { confirmDevice } from '../confirm-device'
import { CommandError, exitStatus, type Command } from '../command'
import { followCampaign } from '../follow-campaign'
import { openForRunning } from '../open-for-running'
import { onHosts } from '../plan/on-hosts'
import { problemLines, refusalStatus } from '../plan/refusals'
import { readPlanFile } from '../plan/read-plan-file'

export const run: Command = {
  words: ['run'],
  positionals: ['PLAN.json'],
  summary: 'Run a plan on this machine or another, and store every run in a results file as it lands.',
  options: {
    into: { type: 'string', value: 'FILE.benchwright', help: 'The results file; made if it does not exist.' },
    host: {
      type: 'string',
      multiple: true,
      value: 'DEST',
      help: 'Run on this machine over SSH, whatever the plan says: user@host:port, an alias, HOST via JUMP. Several: every run is one job on all of them at once; `local` is this machine.',
    },
    'stop-orphans': { type: 'boolean', help: 'End runs that an earlier Benchwright left going there.' },
    'leave-orphans': { type: 'boolean', help: 'Run beside them.' },
    configuration: { type: 'string', value: 'NAME', help: 'What is measured this time, e.g. "kernel 6.18".' },
    'replace-plan': {
      type: 'boolean',
      help: 'Replace the plan of the same id in the results file, also where no campaign keeps it.',
    },
    'confirm-device': {
      type: 'string',
      multiple: true,
      value: 'SERIAL',
      help: 'Confirm that this device is overwritten: the end of its serial number as it is asked for at a terminal.',
    },
  },
  async run(parsed, context) {
    const file = parsed.positionals[0] ?? ''
    const plan = onHosts(readPlanFile(file), parsed.texts('host'))
    const into = parsed.text('into')
    if (into === undefined)
      throw new CommandError('run: --into is missing.', 'Name the results file: --into review.benchwright.')
    const bench = openForRunning(into, true)
    try {
      await connectHosts(bench.hosts, plan, context)
      if (!parsed.flag('replace-plan')) refuseUnknownPlan(bench.review, plan, file, into)
      const campaignId = await withPlan(bench.review, plan, async () => {
        const confirmed = await confirmDevice(bench.runner, plan.id, parsed.texts('confirm-device'), context)
        const configuration = parsed.text('configuration') ?? ''
        const started = await bench.runner.start(plan.id, configuration, {
          signal: context.signal,
          confirmationId: confirmed,
          orphans: parsed.flag('stop-orphans') ? 'stop' : parsed.flag('leave-orphans') ? 'leave' : 'refuse',
        })
        return started.campaignId
      })
      return await followCampaign(bench.runner, bench.review, campaignId, context, parsed.json)
    } catch (error) {
      if (error instanceof RunnerError && error.problems.length > 0) {
        throw new CommandError(
          `${file}: the plan cannot run:\n  ${problemLines(error.problems)}`,
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

/** A plan that somebody changed in the results file is not replaced unasked, unless a campaign keeps it as it is. */
function refuseUnknownPlan(review: ReviewReader, plan: Plan, file: string, into: string): void {
  const stored = review.plan(plan.id)
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

/** Stores the plan for a start; a start that fails leaves the one that was there. */
async function withPlan<T>(review: ReviewWriter, plan: Plan, start: () => Promise<T>): Promise<T> {
  const before = review.plan(plan.id)
  review.savePlan(plan, before ?? null)
  try {
    return await start()
  } catch (error) {
    if (before) review.savePlan(before, plan)
    else review.deletePlan(plan.id, plan)
    throw error
  }
}
