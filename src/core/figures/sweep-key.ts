import type { TidyRow } from '../results/run'
import type { FigureProvenance } from './provenance'

/** The axis of a sweep that nobody chose: the read share where there is one, else the axis with the most levels. */
export function sweepKey(rows: readonly TidyRow[], { campaigns }: FigureProvenance): string {
  if (rows.length === 0 || rows.some((row) => row.levels.read_percent !== undefined)) return 'read_percent'
  const axes = campaigns.flatMap((campaign) => campaign.axes)
  const [most] = [...axes].sort((one, other) => other.levels.length - one.levels.length)
  return most?.key ?? 'read_percent'
}
