import { advisePlan, estimatePlan } from '../../../core/engines/plan-advice'
import { findEngine } from '../../../core/engines/registry'
import { formatCount } from '../../../core/units/number-format'
import type { Host } from '../../../bench/hosts/host'
import { HostPool } from '../../../bench/hosts/host-pool'
import { askAttended, longCheckMs } from '../../../bench/hosts/leavable-host'
import { planEnvironment } from '../../../bench/hosts/inventory/plan-environment'
import { planInventory } from '../../../bench/hosts/inventory/plan-inventory'
import { checkPlan } from '../../../bench/runner/start/check-plan'
import { CommandError, exitStatus, printJson, type Command } from '../../command'
import { versionProblems, type EngineOnHost } from '../../../bench/runner/start/version-problems'
import type { Engine } from '../../../core/engines/engine'
import type { Advice } from '../../../core/plan/advice'
import type { Plan } from '../../../core/plan/plan'
import { isSynchronised, machinePlans } from '../../../core/plan/plan-hosts'
import { connectHosts } from '../../connect-host'
import { onHosts, problemLines, readPlanFile, withRating } from '../../plan-file'
import { openProgressBar } from '../../follow-campaign'

export const planCheck: Command = {
  words: ['plan', 'check'],
  positionals: ['PLAN.json'],
  summary: 'Check a plan: its target, and every case by the engine itself. Nothing is written.',
  options: {
    host: { multiple: true, value: 'DEST', help: 'Check for this machine over SSH, whatever the plan says.' },
    'rated-tbw': {
      value: 'TBW',
      help: 'Rated endurance of the drive by its data sheet (TBW), e.g. 600TB, instead of the one in the plan.',
    },
  },
  async run(parsed, context) {
    const file = parsed.positionals[0] ?? ''
    const onThese = onHosts(await readPlanFile(file, context), parsed.texts('host'))
    const plan = withRating(onThese, parsed.text('rated-tbw'))
    const engine = findEngine(plan.engine)
    if (engine === undefined)
      throw new CommandError(`${file}: $.engine: there is no engine '${plan.engine}'.`)
    const hosts = new HostPool({ waits: false })
    const bar = openProgressBar(context)
    const checkOn = async (host: Host, own: Plan) => {
      const inventory = await planInventory(host, own, { engine, health: true })
      const problems = await checkPlan(own, {
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
      return { name: host.name, inventory, problems }
    }
    try {
      const opened = await connectHosts(hosts, plan, context)
      const found = await Promise.all(
        machinePlans(plan).map((own, place) => {
          const reached = opened[place] ?? hosts.local
          const purpose = 'the check of the plan'
          return askAttended(reached, purpose, context.signal, (host) => checkOn(host, own), longCheckMs)
        }),
      )
      const problems = isSynchronised(plan)
        ? synchronisedProblems(plan, engine, found)
        : (found[0]?.problems ?? [])
      const environment = found[0] ? planEnvironment(found[0].inventory, engine, []) : {}
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
          context.stdout.line(
            `${remark.severity}: ${remark.text}${remark.reason === undefined ? '' : ` ${remark.reason}`}`,
          )
        if (problems.length === 0) context.stdout.line(`${file}: all cases can run.`)
      }
      if (problems.length === 0) return exitStatus.done
      context.stderr.line(`${file}: the plan cannot run:`)
      for (const line of problemLines(problems)) context.stderr.line(`  ${line}`)
      return exitStatus.failed
    } finally {
      bar.end()
      await hosts.dispose()
    }
  },
}

/** Problems of the plan on all hosts, including their versions, and on each host. */
function synchronisedProblems(
  plan: Plan,
  engine: Engine,
  hosts: readonly (EngineOnHost & { readonly problems: readonly Advice[] })[],
): readonly Advice[] {
  const general = advisePlan(plan, {}).filter(({ severity }) => severity === 'error')
  const first = [...general, ...versionProblems(engine, hosts)]
  if (first.length > 0) return first
  return hosts.flatMap(({ name, problems }) =>
    problems.map((problem) => ({ ...problem, text: `${name}: ${problem.text}` })),
  )
}
