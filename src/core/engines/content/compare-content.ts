import type { Calibration } from '../../results/calibration'
import type { ResultWarning } from '../../results/run'
import { formatPercent } from '../../units/number-format'
import { findContentModel } from '../registry'

/** The requested and the found value, in percent. */
export interface ContentComparison {
  readonly nominalCompressPercent: number | undefined
  readonly compressPercent: number
  readonly nominalRepeatedPercent: number | undefined
  readonly repeatedPercent: number
  /** Set if the two differ by more than benchmark data may. */
  readonly warnings: readonly ResultWarning[]
}

/** If they differ by more than this many points, the nominal level is not the one measured. */
const largestDifference = 5

/** Compares what an engine wrote with what was requested. Compressibility is that of the distinct blocks. */
export function compareContent(engineId: string, calibration: Calibration): ContentComparison {
  const nominal = findContentModel(engineId)?.nominal(calibration.levels) ?? {}
  const compressPercent = percentLeft(calibration.uniqueCompressedShare)
  const repeatedPercent = percentLeft(calibration.uniqueShare)
  const warnings: ResultWarning[] = []
  if (isFar(nominal.compressPercent, compressPercent)) {
    const text = `The plan asks for data that compress by ${formatPercent(nominal.compressPercent)}; they compress by ${formatPercent(compressPercent)} (zlib level 1).`
    warnings.push({ id: 'compressibility-differs', text })
  }
  if (isFar(nominal.repeatedPercent, repeatedPercent)) {
    const text = `The plan asks for ${formatPercent(nominal.repeatedPercent)} repetition within a file; ${formatPercent(repeatedPercent)} of its 4 KiB blocks repeat another one.`
    warnings.push({ id: 'repetition-differs', text })
  }
  return {
    nominalCompressPercent: nominal.compressPercent,
    compressPercent,
    nominalRepeatedPercent: nominal.repeatedPercent,
    repeatedPercent,
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
