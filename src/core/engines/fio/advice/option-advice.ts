import type { Advice, PlanEnvironment } from '../../../plan/advice'
import type { Plan } from '../../../plan/plan'
import { formatExactBytes } from '../../../units/bytes'
import { findField, numbersIn, valuesIn } from '../fields'
import { fileNameProblem } from '../file-name'
import { firstVersionOf, supports } from '../version-gates'
import { largestOf, present, smallestOf } from '../../../units/iterables'

/** Options that the version lacks, that cancel each other out, or that fio does not accept. */
export function optionAdvice(plan: Plan, environment: PlanEnvironment): readonly Advice[] {
  return present(
    targetName(plan),
    ...newerOptions(plan, environment.engineVersion),
    largeBlocks(plan),
    idleReadShare(plan),
    overriddenBlockSize(plan),
  )
}

function targetName(plan: Plan): Advice | undefined {
  const problem =
    plan.target.kind === 'none' || plan.target.path === '' ? undefined : fileNameProblem(plan.target.path)
  if (problem === undefined) return undefined
  return {
    id: 'target-name',
    severity: 'error',
    text: `fio cannot be given this target. ${problem}`,
    reason:
      'fio would write to another file than the one that was checked. Choose a folder with a plainer name.',
    about: 'target',
  }
}

function newerOptions(plan: Plan, version: string | undefined): readonly Advice[] {
  const named = new Set([...Object.keys(plan.base), ...plan.axes.map((axis) => axis.key)])
  const engines = valuesIn(plan, 'io_engine').filter((engine) => typeof engine === 'string')
  return [...named, ...engines]
    .filter((option) => !supports(version, option))
    .map((option) => ({
      id: 'option-newer-than-fio',
      severity: 'error' as const,
      text: `${option} came with fio ${firstVersionOf(option) ?? ''}; the installed version is ${version ?? 'unknown'}.`,
      about: named.has(option) ? option : 'io_engine',
    }))
}

function largeBlocks(plan: Plan): Advice | undefined {
  const largest = largestOf(numbersIn(plan, 'block_size'))
  const smallest = smallestOf(numbersIn(plan, 'file_size'))
  if (!(largest > smallest)) return undefined
  return {
    id: 'block-larger-than-file',
    severity: 'error',
    text: `Blocks of ${formatExactBytes(largest)} do not fit into a file of ${formatExactBytes(smallest)}.`,
    about: 'block_size',
  }
}

/** A read share only matters in mixes: with other patterns the same case would run once per level. */
function idleReadShare(plan: Plan): Advice | undefined {
  if (!plan.axes.some((axis) => axis.key === 'read_percent')) return undefined
  const pure = valuesIn(plan, 'pattern').find((pattern) => !String(pattern).endsWith('-mix'))
  if (pure === undefined) return undefined
  return {
    id: 'axis-without-effect',
    severity: 'warning',
    text: `${findField('read_percent')?.label ?? 'Reads'} has no effect on ${String(pure)}, so equal cases would run several times.`,
    about: 'read_percent',
  }
}

function overriddenBlockSize(plan: Plan): Advice | undefined {
  const overriding = ['bsrange', 'bssplit'].find((key) => valuesIn(plan, key).length > 0)
  if (overriding === undefined) return undefined
  return {
    id: 'block-size-overridden',
    severity: 'warning',
    text: `${overriding} takes the place of Block size, which will still be printed with the results.`,
    about: overriding,
  }
}
