import { formatExactBytes } from '../../units/bytes'
import type { LevelValue, Workload } from '../../plan/plan'
import { checkValue } from '../check-value'
import type { OptionProblem } from '../engine'
import { fillOf } from './data-content'
import { findOption, iozoneOptions } from './extra-options'
import { fields, findField, numberOf, textOf, valueOf } from './fields'
import { modeOf, selectedTests, testProblem, usesChildren } from './selected-tests'

/** Sizes that IOzone takes in whole KiB. */
const sizeKeys = [
  'block_size',
  'file_size',
  'file_size_from',
  'file_size_to',
  'block_size_from',
  'block_size_to',
] as const

/** Problems of the options alone. Keys are field ids or names of further options; values must fit their kind and each other. */
export function checkWorkload(workload: Workload): readonly OptionProblem[] {
  const problems = Object.entries(workload).flatMap(([key, value]) => checkOption(key, value))
  return problems.length > 0 ? problems : checkTogether(workload)
}

function checkOption(key: string, value: LevelValue): readonly OptionProblem[] {
  const kind = findField(key)?.kind ?? findOption(key)?.kind
  if (!kind) return [unknownOption(key)]
  const text = checkValue(value, kind) ?? wholeNumber(key, value)
  return text === undefined ? [] : [{ key, text }]
}

function wholeNumber(key: string, value: LevelValue): string | undefined {
  if (typeof value !== 'number') return undefined
  if (sizeKeys.some((one) => one === key)) {
    return value % 1024 === 0
      ? undefined
      : `${formatExactBytes(value)} is not a whole number of KiB, and IOzone takes no other.`
  }
  return Number.isInteger(value) ? undefined : `${String(value)} is not whole, and IOzone takes no other.`
}

/** Users who know IOzone may type its own letter. */
function unknownOption(key: string): OptionProblem {
  const flags = [`-${key}`, `-${key.toUpperCase()}`, `-+${key}`]
  const field = fields.find((one) => one.option.split(' ').some((option) => flags.includes(option)))
  if (field) return { key, text: `${key} is set by ${field.label}.`, remedy: `Use ${field.id}.` }
  const option = iozoneOptions.find((one) => flags.includes(one.flag))
  if (option) return { key, text: `${key} is called ${option.name} here.`, remedy: `Use ${option.name}.` }
  return {
    key,
    text: `${key} is not an option this app knows for IOzone.`,
    remedy: 'Check the spelling, or remove it.',
  }
}

function checkTogether(workload: Workload): readonly OptionProblem[] {
  return [
    ...checkTests(workload),
    ...checkSizes(workload),
    ...checkReport(workload),
    ...checkContent(workload),
  ]
}

function checkTests(workload: Workload): readonly OptionProblem[] {
  const tests = selectedTests(workload)
  if (tests.length === 0)
    return [
      { key: 'tests', text: 'No test is left to run.', remedy: 'Name one, or turn No second pass off.' },
    ]
  return tests.flatMap((test) => {
    const text = testProblem(test, workload)
    return text === undefined ? [] : [{ key: 'tests', text, remedy: 'Leave it out, or change the mode.' }]
  })
}

function checkSizes(workload: Workload): readonly OptionProblem[] {
  const mode = modeOf(workload)
  if (mode === 'auto') {
    return [
      ...ordered(workload, 'file_size_from', 'file_size_to'),
      ...ordered(workload, 'block_size_from', 'block_size_to'),
      ...fits(workload, 'block_size_from', 'file_size_to'),
    ]
  }
  return [
    ...(mode === 'thread-range' ? ordered(workload, 'jobs_from', 'jobs_to') : []),
    ...fits(workload, 'block_size', 'file_size'),
  ]
}

function ordered(workload: Workload, from: string, to: string): readonly OptionProblem[] {
  if ((numberOf(workload, from) ?? 0) <= (numberOf(workload, to) ?? Infinity)) return []
  const [first, last] = [findField(from)?.label ?? from, findField(to)?.label ?? to]
  return [{ key: from, text: `${first} is more than ${last}.`, remedy: 'Change one of them.' }]
}

/** IOzone prints zeros for a record larger than the file, and then fails to read it. */
function fits(workload: Workload, recordKey: string, fileKey: string): readonly OptionProblem[] {
  const record = numberOf(workload, recordKey) ?? 0
  const file = numberOf(workload, fileKey) ?? Infinity
  if (record <= file) return []
  return [
    {
      key: recordKey,
      text: `A record of ${formatExactBytes(record)} does not fit into a file of ${formatExactBytes(file)}.`,
      remedy: 'Use a larger file or smaller records.',
    },
  ]
}

function checkReport(workload: Workload): readonly OptionProblem[] {
  if (textOf(workload, 'report') !== 'latency' || !usesChildren(workload)) return []
  return [
    {
      key: 'report',
      text: 'IOzone has no microseconds with several jobs.',
      remedy: 'Report throughput or IOPS, or use one file.',
    },
  ]
}

/** Observed in 3.489, 3.507 and 3.510: IOzone stops with "Dedup mis-compare", or crashes, when it generates data in these ways. */
const breaksMadeData = ['thread', 'multi_buffer'] as const

function checkContent(workload: Workload): readonly OptionProblem[] {
  if (fillOf(workload) === 'plain') return []
  return breaksMadeData
    .filter((key) => valueOf(workload, key) === true)
    .map((key) => ({
      key,
      text: `IOzone fails with ${findField(key)?.label ?? key} when it makes data of its own.`,
      remedy: 'Turn it off, or set Dedupe to plain.',
    }))
}
