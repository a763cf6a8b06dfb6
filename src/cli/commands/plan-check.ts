import { advisePlan, estimatePlan } from '../../core/engines/plan-advice'
import { findEngine } from '../../core/engines/registry'
import { formatCount } from '../../core/units/number-format'
import { HostPool } from '../../bench/hosts/host-pool'
import { planEnvironment } from '../../bench/hosts/inventory/plan-environment'
import { planInventory } from '../../bench/hosts/inventory/plan-inventory'
import { checkPlan } from '../../bench/runner/check-plan'
import { CommandError, exitStatus, printJson, type Command } from '../command'
import { connectHost } from '../connect-host'
import { onHost } from '../plan/on-host'
import { problemLines } from '../plan/refusals'
import { readPlanFile } from '../plan/read-plan-file'
import { openProgressBar } from '../progress-bar'

export const planCheck: Command = {
  words: ['plan', 'check'],
  positionals: ['PLAN.json'],
  summary: 'Check a plan: its target, and every case by the engine itself. Nothing is written.',
  options: {
    host: { type: 'string', value: 'DEST', help: 'Check for this machine over SSH, whatever the plan says.' },
  },
  async run(parsed, context) {
    const file = parsed.positionals[0] ?? ''
    const plan = onHost(readPlanFile(file), parsed.text('host'))
    const engine = findEngine(plan.engine)
    if (engine === undefined)
      throw new CommandError(`${file}: $.engine: there is no engine '${plan.engine}'.`)
    const hosts = new HostPool()
    const bar = openProgressBar(context)
    try {
      const host = await connectHost(hosts, plan.host, context)
      const inventory = await planInventory(host, plan, { engine })
      const problems = await checkPlan(plan, {
        host,
        engine,
        inventory,
        engineVersion: inventory.engineVersion,
        createdFiles: [],
        advise: advisePlan,
        signal: context.signal,
        onProgress: (checked, total) => {
          bar.update(checked / total, `${formatCount(checked)} of ${formatCount(total)} cases checked`)
        },
      })
      const environment = planEnvironment(inventory, engine, [])
      const remarks = advisePlan(plan, environment).filter((advice) => advice.severity !== 'error')
      bar.end()
      if (parsed.json)
        printJson(context, {
          plan: file,
          ok: problems.length === 0,
          problems,
          remarks,
          estimates: estimatePlan(plan, environment),
        })
      else {
        for (const remark of remarks)
          context.stdout.write(
            `${remark.severity}: ${remark.text}${remark.reason === undefined ? '' : ` ${remark.reason}`}\n`,
          )
        if (problems.length === 0) context.stdout.write(`${file}: all cases can run.\n`)
      }
      if (problems.length === 0) return exitStatus.done
      context.stderr.write(`${file}: the plan cannot run:\n  ${problemLines(problems)}\n`)
      return exitStatus.failed
    } finally {
      bar.end()
      await hosts.dispose()
    }
  },
}
