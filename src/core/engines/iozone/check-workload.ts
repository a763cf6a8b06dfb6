import { formatExactBytes } from '../../units/bytes'
import type { Workload } from '../../plan/plan'
import { checkOptions, unknownTo, type KnownOptions } from '../check-value'
import type { OptionProblem } from '../engine'
import { fillOf } from './data-content'
import { iozoneOptions } from './extra-options'
import { fields, findField, numberOf, textOf, valueOf } from './fields'
import { modeOf, selectedTests, testProblem, usesChildren } from './selected-tests'
import { present } from '../../iterables'

/** Sizes that IOzone takes in whole KiB. */
const sizeKeys = [
  'block_size',
  'file_size',
  'file_size_from',
  'file_size_to',
  'block_size_from',
  'block_size_to',
] as const

const known: KnownOptions = {
  fields,
  options: iozoneOptions,
  // Users who know IOzone may type its own letter.
  fieldFor: (key) =>
    fields.find(({ option }) => option.split(' ').some((one) => flagsFor(key).includes(one))),
  unknown(key) {
    const option = iozoneOptions.find(({ flag }) => flagsFor(key).includes(flag))
    return option
      ? { text: `${key} is called ${option.name} here.`, remedy: `Use ${option.name}.` }
      : unknownTo('IOzone')(key)
  },
  rule(key, value) {
    if (typeof value !== 'number') return undefined
    const isSize = sizeKeys.some((one) => one === key)
    if (Number.isInteger(isSize ? value / 1024 : value)) return undefined
    const what = isSize
      ? `${formatExactBytes(value)} is not a whole number of KiB`
      : `${String(value)} is not whole`
    return { text: `${what}, and IOzone takes no other.` }
  },
}

function flagsFor(key: string): readonly string[] {
  return [`-${key}`, `-${key.toUpperCase()}`, `-+${key}`]
}

/** Problems of the options alone. Keys are field ids or names of further options; values must fit their kind and each other. */
export function checkWorkload(workload: Workload): readonly OptionProblem[] {
  const problems = checkOptions(workload, known)
  if (problems.length > 0) return problems
  return present(
    ...checkTests(workload),
    ...checkSizes(workload),
    checkReport(workload),
    ...checkContent(workload),
  )
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
    return present(
      ordered(workload, 'file_size_from', 'file_size_to'),
      ordered(workload, 'block_size_from', 'block_size_to'),
      fits(workload, 'block_size_from', 'file_size_to'),
    )
  }
  return present(
    mode === 'thread-range' ? ordered(workload, 'jobs_from', 'jobs_to') : undefined,
    fits(workload, 'block_size', 'file_size'),
  )
}

function ordered(workload: Workload, from: string, to: string): OptionProblem | undefined {
  if ((numberOf(workload, from) ?? 0) <= (numberOf(workload, to) ?? Infinity)) return undefined
  const [first, last] = [findField(from)?.label ?? from, findField(to)?.label ?? to]
  return { key: from, text: `${first} is more than ${last}.`, remedy: 'Change one of them.' }
}

/** IOzone prints zeros for a record larger than the file, and then fails to read it. */
function fits(workload: Workload, recordKey: string, fileKey: string): OptionProblem | undefined {
  const record = numberOf(workload, recordKey) ?? 0
  const file = numberOf(workload, fileKey) ?? Infinity
  if (record <= file) return undefined
  return {
    key: recordKey,
    text: `A record of ${formatExactBytes(record)} does not fit into a file of ${formatExactBytes(file)}.`,
    remedy: 'Use a larger file or smaller records.',
  }
}

function checkReport(workload: Workload): OptionProblem | undefined {
  if (textOf(workload, 'report') !== 'latency' || !usesChildren(workload)) return undefined
  return {
    key: 'report',
    text: 'IOzone has no microseconds with several jobs.',
    remedy: 'Report throughput or IOPS, or use one file.',
  }
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
