import { findEngine } from '../../../core/engines/registry'
import { estimatePlan } from '../../../core/engines/plan-advice'
import type { Engine } from '../../../core/engines/engine'
import { mainProcess } from '../../../core/engines/steps'
import { expandCases, workloadOf } from '../../../core/plan/cases'
import { caseLabel } from '../../../core/plan/levels/levels'
import type { PlanEstimate } from '../../../core/plan/advice'
import {
  bytesBasisTexts,
  lacksTargetSizeText,
  rateText,
  timeText,
  writtenBytesText,
} from '../../../core/plan/estimate-text'
import { dataFileOf } from '../../../core/plan/data-file'
import { orderRuns } from '../../../core/plan/order'
import type { Case, Plan } from '../../../core/plan/plan'
import { seriesRequestOf } from '../../../core/plan/recording'
import { formatBytes } from '../../../core/units/bytes'
import { shellWords } from '../../../core/text/shell-words'
import { counted, formatCount } from '../../../core/units/number-format'
import { readEnvironment } from '../../../bench/hosts/environment'
import { CommandError, exitStatus, printJson, type Command } from '../../command'
import { readPlanFile } from '../../plan-file'
import { textTable } from '../../output'

/** Number of cases listed on a terminal; the JSON has all of them. */
const listedCases = 100

export const planShow: Command = {
  words: ['plan', 'show'],
  positionals: ['PLAN.json'],
  summary: 'Show the cases, runs, estimates and commands of a plan.',
  options: {
    commands: { help: 'Print the command of each case too, and the files it reads.' },
  },
  async run(parsed, context) {
    const file = parsed.positionals[0] ?? ''
    const plan = await readPlanFile(file, context)
    const engine = findEngine(plan.engine)
    if (engine === undefined)
      throw new CommandError(`${file}: $.engine: there is no engine '${plan.engine}'.`)
    const cases = expandCases(plan)
    const estimate = estimatePlan(plan, await readEnvironment(plan))
    if (parsed.json) {
      printJson(context, {
        plan,
        cases: cases.map((oneCase) => describeCase(plan, oneCase, engine)),
        runs: orderRuns(plan).map((run) => ({
          ...run,
          case: cases.find(({ index }) => index === run.caseIndex)?.key,
        })),
        estimates: estimate,
      })
      return exitStatus.done
    }
    const lines = [
      plan.name,
      `  ${counted(estimate.caseCount - estimate.excludedCount, 'case')}, ${counted(estimate.runCount, 'run')}, ${timeOf(estimate)}`,
      `  ${writtenText(estimate)}, ${formatBytes(estimate.spaceBytes)} of space${plan.hosts.length === 1 ? '' : ` on each of ${String(plan.hosts.length)} hosts`}`,
      ...(estimate.lacksTargetSize ? [`  ${lacksTargetSizeText}`] : []),
      '',
    ]
    for (const line of lines) context.stdout.line(line)
    const rows = cases
      .slice(0, listedCases)
      .map((oneCase) => [oneCase.index + 1, caseLabel(oneCase, engine.description.fields), oneCase.key])
    await context.stdout.stream('lines', textTable(['#', 'case', 'key'], rows))
    if (parsed.flag('commands'))
      for (const oneCase of cases.slice(0, listedCases)) {
        const { command, files } = describeCase(plan, oneCase, engine)
        context.stdout.line('')
        context.stdout.line(`${String(oneCase.index + 1)}  ${shellWords(command)}`)
        for (const { name, text } of files)
          for (const line of [`${name}:`, ...text.trimEnd().split('\n')]) context.stdout.line(`   ${line}`)
      }
    if (cases.length > listedCases)
      context.stdout.line(`… and ${formatCount(cases.length - listedCases)} more; --json lists all of them.`)
    return exitStatus.done
  },
}

function writtenText({ bytesWritten, bytesWrittenBasis }: PlanEstimate): string {
  if (bytesWritten === undefined) return 'an unknown amount written'
  if (bytesWritten === 0) return 'nothing written'
  return `${writtenBytesText(bytesWritten)} written ${bytesBasisTexts[bytesWrittenBasis]}`
}

function timeOf(estimate: PlanEstimate): string {
  if (estimate.atRates) return `${timeText(estimate)} ${rateText(estimate)}`
  return estimate.seconds === undefined
    ? 'open time'
    : `${estimate.lacksTargetSize ? 'more than' : 'about'} ${timeText(estimate)}`
}

function describeCase(plan: Plan, oneCase: Case, engine: Engine) {
  const workload = workloadOf(plan, oneCase)
  const run = engine.steps({
    workload,
    dataFile: engine.dataOf(workload).kind === 'none' ? undefined : dataFileOf(plan),
    runName: 'example',
    phase: 'measure',
    series: seriesRequestOf(plan),
    seed: plan.order.seed,
  })
  const { program, args } = mainProcess(run)
  return {
    index: oneCase.index,
    key: oneCase.key,
    label: caseLabel(oneCase, engine.description.fields),
    levels: oneCase.levels,
    test: engine.testName(workload),
    command: [program, ...args],
    files: run.files,
  }
}
