import { formatExactBytes } from '../../../units/bytes'
import { present } from '../../../iterables'
import type { Workload } from '../../../plan/plan'
import { checkOptions, unknownTo, type KnownOptions } from '../../check-value'
import type { OptionProblem } from '../../engine'
import { denialReason } from './denied-options'
import { extraOptions } from './extra-options'
import { fieldForOption, fields, numberOf, textOf } from './fields'
import { enginesOf } from './io-engines'
import { accessPattern } from './pattern'

const known: KnownOptions = {
  fields,
  options: extraOptions,
  fieldFor: fieldForOption,
  unknown(key) {
    const reason = denialReason(key)
    return reason === undefined
      ? unknownTo('fio')(key)
      : { text: `${key} is not offered. ${reason}`, remedy: 'Remove it.' }
  },
  // fio accepts whole percentages, except in options that take a list of decimals.
  rule: (key, value, kind) =>
    kind.type !== 'percent' || key === 'latency_percentile' || Number.isInteger(value)
      ? undefined
      : { text: `${String(value)} is not a whole percentage, and fio takes no other.` },
}

/** Problems of the options alone. Keys are field ids or names on the allow-list; values must fit their kind and each other. */
export function checkWorkload(workload: Workload): readonly OptionProblem[] {
  const problems = [...checkOptions(workload, known), ...foreignOptions(workload)]
  return problems.length > 0 ? problems : present(offeredProblem(workload), sizeProblem(workload))
}

/** Options of other I/O engines. */
function foreignOptions(workload: Workload): readonly OptionProblem[] {
  const engine = textOf(workload, 'io_engine')
  return Object.entries(workload).flatMap(([key, value]) => {
    const engines = enginesOf(key)
    if (!engines || value === false || engines.includes(engine)) return []
    return {
      key,
      text: `${key} belongs to ${engines.join(' and ')}, not to ${engine}.`,
      remedy: 'Remove it, or choose one of these I/O engines.',
    }
  })
}

function sizeProblem(workload: Workload): OptionProblem | undefined {
  const block = numberOf(workload, 'block_size') ?? 0
  const size = numberOf(workload, 'file_size') ?? 0
  const jobs = numberOf(workload, 'jobs') ?? 1
  if (block > size)
    return {
      key: 'block_size',
      text: `A block of ${formatExactBytes(block)} does not fit into a file of ${formatExactBytes(size)}.`,
      remedy: 'Use a larger file or smaller blocks.',
    }
  if (textOf(workload, 'pattern').startsWith('random') || jobs === 1 || block * jobs <= size) return undefined
  return {
    key: 'jobs',
    text: `${jobs} sequential jobs with blocks of ${formatExactBytes(block)} do not fit into a file of ${formatExactBytes(size)}.`,
    remedy: 'Use a larger file or fewer jobs.',
  }
}

/** One rate for all requests, divided among the jobs. */
function offeredProblem(workload: Workload): OptionProblem | undefined {
  const [key, other] = [
    'offered_percent',
    'offered_iops',
    'rate_iops',
    'rate',
    'rate_process',
    'thinktime',
  ].filter((one) => Object.hasOwn(workload, one))
  if (key?.startsWith('offered') !== true) return undefined
  if (other !== undefined)
    return { key: other, text: `${other} and ${key} both set a rate.`, remedy: 'Remove one of them.' }
  const offered = numberOf(workload, 'offered_iops')
  const streams = (numberOf(workload, 'jobs') ?? 1) * accessPattern(workload).directions.length
  if (offered === undefined || offered >= streams) return undefined
  return {
    key,
    text: `${String(offered)} requests a second cannot be shared by ${String(streams)} streams of requests.`,
    remedy: 'Offer more, or use fewer jobs.',
  }
}
