import type { Calibration } from '../../results/campaign/calibration'
import { qualifies, type Reservation } from '../../results/reservation'
import { formatPercent } from '../../units/number-format'
import { findContentModel } from '../registry'
import { levelText } from '../../plan/cases'
import type { LevelValue, Plan, Workload } from '../../plan/plan'

/** If they differ by more than this many points, the nominal level is not the one measured. */
const largestDifference = 5

/**
 * Compares what an engine wrote with what its options should give, which need not be the level: IOzone's 98 % of 98 %
 * are 96 % of the blocks. Compressibility is that of the distinct blocks.
 */
export function compareContent(engineId: string, calibration: Calibration) {
  const nominal = findContentModel(engineId)?.nominal(calibration.levels) ?? {}
  const compressPercent = percentLeft(calibration.uniqueCompressedShare)
  const repeatedPercent = percentLeft(calibration.uniqueShare)
  const warnings: Reservation[] = []
  if (isFar(nominal.compressPercent, compressPercent)) {
    const text = `Distinct blocks should compress by ${formatPercent(nominal.compressPercent)}; they compress by ${formatPercent(compressPercent)} (zlib level 1).`
    warnings.push(qualifies('compressibility-differs', text))
  }
  if (isFar(nominal.repeatedPercent, repeatedPercent)) {
    const text = `Of the 4 KiB blocks of a file, ${formatPercent(nominal.repeatedPercent)} should repeat another one; ${formatPercent(repeatedPercent)} do.`
    warnings.push(qualifies('repetition-differs', text))
  }
  return {
    nominalCompressPercent: nominal.compressPercent,
    compressPercent,
    nominalRepeatedPercent: nominal.repeatedPercent,
    repeatedPercent,
    /** Set if the two differ by more than benchmark data may. */
    warnings,
  }
}

/** Incompressible data grow by a little; that is 0 %. */
function percentLeft(share: number): number {
  return Math.max(0, 100 * (1 - share))
}

function isFar(nominal: number | undefined, measured: number): boolean {
  return nominal !== undefined && Math.abs(nominal - measured) > largestDifference
}

/** More samples than this are not worth the time; then only the smallest and the largest block are examined. */
const mostSettings = 64

/** True for a plan that varies the content written, so that its levels should be measured, not trusted. */
export function variesContent(plan: Plan): boolean {
  const keys = findContentModel(plan.engine)?.keys ?? []
  return plan.axes.some((axis) => keys.includes(axis.key))
}

/** Every setting of a plan's data content once, with its block size: axes of both crossed, the rest as fixed. */
export function contentSettings(plan: Plan): readonly Workload[] {
  const model = findContentModel(plan.engine)
  if (!model) return []
  const keys = [...model.keys, 'block_size']
  const fixed = Object.fromEntries(Object.entries(plan.base).filter(([key]) => keys.includes(key)))
  const axes = plan.axes.filter((axis) => keys.includes(axis.key))
  const all = crossed(fixed, axes)
  if (all.length <= mostSettings) return all
  const ends = (levels: readonly LevelValue[]) =>
    levels.filter((_, at) => at === 0 || at === levels.length - 1)
  return crossed(
    fixed,
    axes.map((axis) => (axis.key === 'block_size' ? { ...axis, levels: ends(axis.levels) } : axis)),
  ).slice(0, mostSettings)
}

function crossed(fixed: Workload, axes: Plan['axes']): readonly Workload[] {
  const settings = axes.reduce<readonly Workload[]>(
    (before, axis) => before.flatMap((one) => axis.levels.map((level) => ({ ...one, [axis.key]: level }))),
    [fixed],
  )
  const distinct = new Map(settings.map((one) => [textOf(one), one]))
  return [...distinct.values()]
}

function textOf(workload: Workload): string {
  return Object.keys(workload)
    .sort()
    .map((key) => `${key}=${levelText(workload[key])}`)
    .join(',')
}
