import type { Advice, PlanEnvironment } from '../../../plan/advice'
import type { Plan } from '../../../plan/plan'
import { newerOptionAdvice, targetNameAdvice } from '../../advice/option-advice'
import { formatExactBytes } from '../../../units/bytes'
import { findField, numbersIn, valuesIn } from '../workload/fields'
import { fileNameProblem } from '../workload/file-name'
import { blockSizeKeys, usedLevels } from '../workload/used-levels'
import { gates } from '../workload/version-gates'
import { largestOf, present, smallestOf } from '../../../iterables'

/** Options that the version lacks, that cancel each other out, or that fio does not accept. */
export function optionAdvice(plan: Plan, environment: PlanEnvironment): readonly Advice[] {
  return present(
    targetNameAdvice(plan, 'fio', fileNameProblem),
    ...newerOptionAdvice(
      plan,
      'fio',
      environment.engineVersion,
      gates,
      valuesIn(plan, 'io_engine').map((engine) => ({ option: String(engine), about: 'io_engine' })),
    ),
    largeBlocks(plan),
    idleReadShare(plan),
    overriddenBlockSize(plan),
  )
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
  const pure = valuesIn(plan, 'pattern').find(
    (pattern) => usedLevels({ pattern, read_percent: 50 }).read_percent === undefined,
  )
  if (pure === undefined) return undefined
  return {
    id: 'axis-without-effect',
    severity: 'warning',
    text: `${findField('read_percent')?.label ?? 'Reads'} has no effect on ${String(pure)}, so equal cases would run several times.`,
    about: 'read_percent',
  }
}

function overriddenBlockSize(plan: Plan): Advice | undefined {
  const overriding = blockSizeKeys.find((key) => valuesIn(plan, key).length > 0)
  if (overriding === undefined) return undefined
  return {
    id: 'block-size-overridden',
    severity: 'warning',
    text: `${overriding} takes the place of Block size, which is not printed with the results.`,
    about: overriding,
  }
}
