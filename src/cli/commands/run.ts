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
      bench.review.savePlan(plan)
      const confirmed = await confirmDevice(bench.runner, plan.id, parsed.texts('confirm-device'), context)
      const configuration = parsed.text('configuration') ?? ''
      const { campaignId } = await bench.runner.start(plan.id, configuration, {
        signal: context.signal,
        confirmationId: confirmed,
        orphans: parsed.flag('stop-orphans') ? 'stop' : parsed.flag('leave-orphans') ? 'leave' : 'refuse',
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
