import type { Advice, PlanEnvironment } from '../../../plan/advice'
import type { Plan } from '../../../plan/plan'
import { formatBytes, formatExactBytes } from '../../../units/bytes'
import { present, smallestOf } from '../../../units/iterables'
import { fixing } from '../../field-values'
import { numbersIn, valuesIn } from './fields'

const gibibyte = 1024 ** 3

/** Advice specific to sysbench. */
export function advise(plan: Plan, environment: PlanEnvironment): readonly Advice[] {
  return present(cached(plan, environment.memoryBytes), flushes(plan), content(plan))
}

/** A plan that would measure memory is rejected: sysbench reads and writes its files repeatedly. */
function cached(plan: Plan, memoryBytes: number | undefined): Advice | undefined {
  const isCached = valuesIn(plan, 'direct').includes(false) || valuesIn(plan, 'io_engine').includes('mmap')
  const smallest = smallestOf(numbersIn(plan, 'file_size'))
  if (!isCached || memoryBytes === undefined || !(smallest < 2 * memoryBytes)) return undefined
  const enough = Math.ceil((2 * memoryBytes) / gibibyte) * gibibyte
  return {
    id: 'measures-page-cache',
    severity: 'error',
    text: 'Without direct I/O, the files are smaller than twice the memory, so this would measure the page cache.',
    reason: `Up to ${formatBytes(memoryBytes)} of the ${formatBytes(smallest)} can lie in memory.`,
    about: 'direct',
    remedy:
      fixing(plan, 'Use direct I/O', 'direct', true) ??
      fixing(plan, `Use ${formatExactBytes(enough)}`, 'file_size', enough),
  }
}

function flushes(plan: Plan): Advice | undefined {
  const often = numbersIn(plan, 'fsync').filter((count) => count > 0)
  const writes = valuesIn(plan, 'pattern').some((pattern) => !String(pattern).endsWith('-read'))
  if (often.length === 0 || !writes) return undefined
  return {
    id: 'sysbench-flushes',
    severity: 'note',
    text: `sysbench calls fsync on all files every ${often.join(' or ')} requests, and its latencies count these calls.`,
    reason: 'Printed reviews with sysbench have this setting; fio measures without it.',
    about: 'fsync',
    remedy: fixing(plan, 'Never call fsync', 'fsync', 0),
  }
}

function content(plan: Plan): Advice | undefined {
  return {
    id: 'sysbench-content',
    severity: 'note',
    text: 'The data sysbench writes compresses well.',
    reason: `A drive or file system that compresses or deduplicates looks faster than it is${valuesIn(plan, 'pattern').includes('random-read') ? ', also when reading' : ''}. Measure those with fio.`,
    about: 'pattern',
  }
}
