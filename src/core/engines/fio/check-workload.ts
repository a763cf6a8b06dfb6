import { formatExactBytes } from '../../units/bytes'
import type { LevelValue, Workload } from '../../plan/plan'
import type { FieldKind, OptionProblem } from '../engine'
import { checkValue } from '../check-value'
import { denialReason } from './denied-options'
import { findExtraOption } from './extra-options'
import { fieldForOption, findField } from './fields'
import { enginesOf } from './options/engine-options'
import { accessPattern } from './pattern'
import { numberOf, textOf } from './workload-values'

/** Problems of the options alone. Keys are field ids or names on the allow-list; values must fit their kind and each other. */
export function checkWorkload(workload: Workload): readonly OptionProblem[] {
  const problems = Object.entries(workload).flatMap(([key, value]) => checkOption(key, value, workload))
  return problems.length > 0 ? problems : checkTogether(workload)
}

function checkOption(key: string, value: LevelValue, workload: Workload): readonly OptionProblem[] {
  const kind = findField(key)?.kind ?? findExtraOption(key)?.kind
  if (!kind) return [unknownOption(key)]
  const problem = checkValue(value, kind) ?? wholePercent(key, value, kind)
  if (problem !== undefined) return [{ key, text: problem }]
  const engines = enginesOf(key)
  const engine = textOf(workload, 'io_engine')
  if (engines && value !== false && !engines.includes(engine)) {
    return [
      {
        key,
        text: `${key} belongs to ${engines.join(' and ')}, not to ${engine}.`,
        remedy: 'Remove it, or choose one of these I/O engines.',
      },
    ]
  }
  return []
}

/** fio accepts whole percentages, except in options that take a list of decimals. */
function wholePercent(key: string, value: LevelValue, kind: FieldKind): string | undefined {
  if (kind.type !== 'percent' || key === 'latency_percentile' || Number.isInteger(value)) return undefined
  return `${String(value)} is not a whole percentage, and fio takes no other.`
}

function unknownOption(key: string): OptionProblem {
  const field = fieldForOption(key)
  if (field) return { key, text: `${key} is set by ${field.label}.`, remedy: `Use ${field.id}.` }
  const reason = denialReason(key)
  if (reason !== undefined) return { key, text: `${key} is not offered. ${reason}`, remedy: 'Remove it.' }
  return {
    key,
    text: `${key} is not an option this app knows for fio.`,
    remedy: 'Check the spelling, or remove it.',
  }
}

function checkTogether(workload: Workload): readonly OptionProblem[] {
  const problems: OptionProblem[] = [...offeredProblems(workload)]
  const block = numberOf(workload, 'block_size') ?? 0
  const size = numberOf(workload, 'file_size') ?? 0
  const jobs = numberOf(workload, 'jobs') ?? 1
  if (block > size) {
    problems.push({
      key: 'block_size',
      text: `A block of ${formatExactBytes(block)} does not fit into a file of ${formatExactBytes(size)}.`,
      remedy: 'Use a larger file or smaller blocks.',
    })
  } else if (!textOf(workload, 'pattern').startsWith('random') && jobs > 1 && block * jobs > size) {
    problems.push({
      key: 'jobs',
      text: `${jobs} sequential jobs with blocks of ${formatExactBytes(block)} do not fit into a file of ${formatExactBytes(size)}.`,
      remedy: 'Use a larger file or fewer jobs.',
    })
  }
  return problems
}

/** One rate for all requests, divided among the jobs. */
function offeredProblems(workload: Workload): readonly OptionProblem[] {
  const [key, other] = [
    'offered_percent',
    'offered_iops',
    'rate_iops',
    'rate',
    'rate_process',
    'thinktime',
  ].filter((one) => Object.hasOwn(workload, one))
  if (key?.startsWith('offered') !== true) return []
  if (other !== undefined)
    return [{ key: other, text: `${other} and ${key} both set a rate.`, remedy: 'Remove one of them.' }]
  const offered = numberOf(workload, 'offered_iops')
  const streams = (numberOf(workload, 'jobs') ?? 1) * accessPattern(workload).directions.length
  if (offered === undefined || offered >= streams) return []
  return [
    {
      key,
      text: `${String(offered)} requests a second cannot be shared by ${String(streams)} streams of requests.`,
      remedy: 'Offer more, or use fewer jobs.',
    },
  ]
}
