import {
  type SigmaCell,
  sigmaCounts,
  sigmaDifference,
  sigmaVerdict,
  sigmaRuleFalsePositiveRate,
} from '../../src/core/statistics/comparison/sigma-rule'
import { welchT } from '../../src/core/statistics/comparison/welch-fieller'
import type { Moments } from '../../src/core/statistics/summary/moments'
import type { JudgeMethods, JudgeObject, JudgeSources, JudgeValue } from './cases'
import { fiellerShape, isMeaningful, orNull, percentOfRatio, testShape } from './shapes'
import { bothMoments } from './comparison-methods'
import { inputsOf, type Inputs } from './inputs'
import { confidenceOf } from './summary-methods'

/** One cell of the published kernel comparison. */
interface PublishedCell extends SigmaCell {
  readonly test: string
}

/** A table of the article: the tests by their case names, with their names in the published file. */
interface KernelTable {
  readonly number: number
  readonly tests: Readonly<Record<string, string>>
}

/** Tables 14 to 16 of the kernel comparison. IOzone itself prints frewrite and freread, the article refwrite and refread. */
const kernelTables: readonly KernelTable[] = [
  {
    number: 14,
    tests: {
      write: 'write',
      rewrite: 'rewrite',
      random_write: 'random-write',
      record_rewrite: 'record-rewrite',
      fwrite: 'fwrite',
      frewrite: 'refwrite',
    },
  },
  {
    number: 15,
    tests: {
      read: 'read',
      reread: 'reread',
      random_read: 'random-read',
      backward_read: 'backward-read',
      stride_read: 'stride-read',
      fread: 'fread',
      freread: 'refread',
    },
  },
  {
    number: 16,
    tests: {
      write_iops: 'write-iops',
      random_write_iops: 'random-write-iops',
      read_iops: 'read-iops',
      random_read_iops: 'random-read-iops',
    },
  },
]

/** The ways a case can name a table. */
function tableTitle(table: KernelTable): string {
  return `Table ${table.number}`
}

const columns = 'test,record_size,compressibility_percent,difference_percent,stddev_percent'

/** The cells of the published file (CSV with a header, nothing quoted); undefined for any other file. */
export function publishedCells(csv: string): readonly PublishedCell[] | undefined {
  const [header, ...lines] = csv.trim().split(/\r?\n/)
  if (header !== columns) return undefined
  const cells: PublishedCell[] = []
  for (const line of lines) {
    const [test, , , difference, deviation] = line.split(',')
    const cell = { test: test ?? '', differencePercent: Number(difference), errorPercent: Number(deviation) }
    if (!Number.isFinite(cell.differencePercent) || !Number.isFinite(cell.errorPercent)) return undefined
    cells.push(cell)
  }
  return cells
}

function difference(inputs: Inputs): JudgeObject {
  const { baseline, candidate } = bothMoments(inputs)
  const sigma = sigmaDifference(baseline, candidate)
  return {
    diff_pct: orNull(sigma?.differencePercent ?? differenceOf(baseline, candidate)),
    err_pct_cv_new: orNull(sigma?.errorPercent),
    err_pct_over_baseline_mean: orNull(sigma?.errorOverBaselinePercent),
    meaningful: isMeaningful(sigma),
  }
}

/** Only the difference, when a single run gives no error bar; absent if percent is undefined. */
function differenceOf(baseline: Moments, candidate: Moments): number | undefined {
  return baseline.mean > 0 && candidate.mean >= 0 ? percentOfRatio(candidate.mean / baseline.mean) : undefined
}

function cellVerdicts(inputs: Inputs): JudgeObject {
  const verdicts = inputs.list('cells').map((cell, i) => {
    const fields = inputsOf(cell, `inputs.cells[${i}]`)
    if (isMissing(fields)) return undefined
    return sigmaVerdict(fields.number('diff', 'difference'), fields.number('sigma', 'error', 'stddev', 'sd'))
  })
  return {
    meaningful: verdicts.map((verdict) => (verdict === undefined ? null : verdict === 'meaningful')),
    boundary_equal_at_print_precision: verdicts.map((verdict) =>
      verdict === undefined ? null : verdict === 'touches_zero',
    ),
  }
}

/** A missing cell: its difference is null. */
function isMissing({ fields }: Inputs): boolean {
  return Object.entries(fields).some(([key, value]) => key.startsWith('diff') && value === null)
}

/** Counts per test of the published kernel comparison, for the tables the case names (all by default). */
function tableCounts(inputs: Inputs, sources: JudgeSources): JudgeObject {
  const named = inputs.textOr('', 'source')
  const file = /[\w-]+\.csv/.exec(named)?.[0] ?? 'sandforce-kernel-difference.csv'
  const text = sources[file]
  if (text === undefined) {
    throw inputs.wrong(
      'source',
      `names ${file}, which was not given`,
      `Give the published table ${file} as a source.`,
    )
  }
  const cells = publishedCells(text)
  if (cells === undefined) {
    throw inputs.wrong(
      'source',
      `names ${file}, which holds no cells`,
      'Its columns must be those of the published table.',
    )
  }
  const tables = kernelTables.filter((table) => named.includes(tableTitle(table)))
  const result: Record<string, JudgeValue> = {}
  for (const table of tables.length === 0 ? kernelTables : tables)
    result[`table${table.number}`] = countsOf(table, cells)
  return result
}

function countsOf(table: KernelTable, cells: ReturnType<typeof publishedCells> & object): JudgeObject {
  const result: Record<string, JudgeValue> = {}
  for (const [name, test] of Object.entries(table.tests)) {
    const { touchingZero, ...counts } = sigmaCounts(cells.filter((cell) => cell.test === test))
    result[name] = { ...counts, equal: touchingZero }
  }
  return result
}

function falsePositives(inputs: Inputs): JudgeObject {
  const ratio = inputs.numberOr(1, 'sd_ratio_base_over_new', 'sd_ratio')
  const alpha = inputs.numbers('n').map((n) => {
    if (Number.isInteger(n) && n >= 2) return sigmaRuleFalsePositiveRate(n, ratio)
    throw inputs.wrong('n', `holds ${n}`, 'Give whole numbers of runs from 2 up.')
  })
  return { alpha }
}

function sigmaAndWelch(inputs: Inputs): JudgeObject {
  const { baseline, candidate } = bothMoments(inputs)
  const sigma = sigmaDifference(baseline, candidate)
  return {
    sigma_rule: {
      diff_pct: orNull(sigma?.differencePercent),
      err_pct: orNull(sigma?.errorPercent),
      meaningful: isMeaningful(sigma),
    },
    welch: testShape(welchT(baseline, candidate)),
    fieller: fiellerShape(baseline, candidate, confidenceOf(inputs)),
  }
}

/** The sigma rule of the classic articles. */
export const sigmaMethods: JudgeMethods = {
  sigma_percent_difference: difference,
  sigma_verdict: cellVerdicts,
  sigma_table_counts: tableCounts,
  sigma_rule_false_positive_rate: falsePositives,
  sigma_and_welch: sigmaAndWelch,
}
