import type { CaseReport, CaseSide } from '../../../../core/comparison/texts/case-report'
import { linearTicks } from '../../../../core/figures/figure/ticks'
import { groupThousands, withUnit } from '../../../../core/units/number-format'

/** Positions of values between the smallest and the largest run of both sides, and their labels. */
export interface RunScale {
  /** Position of a value in base units, 0 to 1. */
  readonly place: (value: number) => number
  /** A run with its unit, with as many decimals as all the others, so that their points are below each other. */
  readonly text: (value: number) => string
  readonly ticks: readonly { readonly place: number; readonly label: string }[]
}

/** Digits of the largest run. */
const digits = 5

/** One scale for both sides. It does not start at 0: it shows the spread of the runs, not their size. */
export function runScale({ sides, scale }: Pick<CaseReport, 'sides' | 'scale'>): RunScale | undefined {
  const values = sides.flatMap(valuesOf)
  if (values.length === 0) return undefined
  const smallest = values.reduce((a, b) => Math.min(a, b))
  const largest = values.reduce((a, b) => Math.max(a, b))
  const spread = largest - smallest
  const margin = spread > 0 ? spread * 0.06 : Math.max(Math.abs(largest) * 0.01, 1e-12)
  const [from, to] = [(smallest - margin) / scale.factor, (largest + margin) / scale.factor]
  const place = (value: number) => (value / scale.factor - from) / (to - from)
  const { ticks } = linearTicks(from, to, 4)
  const most = Math.max(Math.abs(smallest), Math.abs(largest)) / scale.factor
  const decimals = most > 0 ? Math.min(12, Math.max(0, digits - 1 - Math.floor(Math.log10(most)))) : 0
  return {
    place,
    text: (value) => withUnit(groupThousands((value / scale.factor).toFixed(decimals)), scale.label),
    ticks: ticks
      .map(({ value, label }) => ({ place: (value - from) / (to - from), label }))
      .filter((tick) => tick.place >= 0 && tick.place <= 1),
  }
}

function valuesOf({ runs, mean }: CaseSide): readonly number[] {
  if (runs.length > 0) return runs.map((run) => run.value)
  return mean === undefined ? [] : [mean]
}
