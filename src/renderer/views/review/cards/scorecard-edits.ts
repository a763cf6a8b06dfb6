import type { ComparisonSettings } from '../../../../core/comparison/comparison-settings'
import { selectionLabel } from '../../../../core/comparison/sides/selection'
import { sideName } from '../../../../core/comparison/sides/side-names'
import type {
  MeasuredCategory,
  ScoreCategory,
  Scorecard,
  ScoreEntry,
  ScoreWinner,
} from '../../../../core/scorecard/scorecard'

/** The category at this index, changed. */
export function withCategoryChanged(
  card: Scorecard,
  place: number,
  edit: (category: ScoreCategory) => ScoreCategory,
): Scorecard {
  return { ...card, categories: card.categories.map((one, at) => (at === place ? edit(one) : one)) }
}

/** The entry for a candidate in a category; an undefined part is removed. */
export function withEntry(
  category: ScoreCategory,
  candidate: number,
  part: keyof ScoreEntry,
  value: string | number | undefined,
): ScoreCategory {
  const length = Math.max(category.entries.length, candidate + 1)
  const entries = Array.from({ length }, (_, at): ScoreEntry => {
    const { [part]: before, ...rest } = category.entries[at] ?? {}
    if (at !== candidate) return { ...rest, ...(before !== undefined && { [part]: before }) }
    return value === undefined ? rest : { ...rest, [part]: value }
  })
  return { ...category, entries }
}

/** The winner as a person sees it; undefined: not decided. */
export function withWinner(
  { winner: _, ...category }: ScoreCategory,
  winner: ScoreWinner | undefined,
): ScoreCategory {
  return winner === undefined ? category : { ...category, winner }
}

/** The card without a candidate: later indices shift, and categories decided for it are open again. */
export function withoutCandidate(card: Scorecard, candidate: number): Scorecard {
  const moved = (winner: ScoreWinner) =>
    typeof winner !== 'number' || winner < candidate ? winner : winner - 1
  const places = (list: readonly number[]) => list.map((at) => (at > candidate ? at - 1 : at))
  return {
    ...card,
    candidates: card.candidates.filter((_, at) => at !== candidate),
    categories: card.categories.map(({ winner, measured, overruled, ...category }) => {
      const isMeasured = measured && ![measured.baseline, ...measured.candidates].includes(candidate)
      return {
        ...category,
        entries: category.entries.filter((_, at) => at !== candidate),
        ...(winner !== undefined && winner !== candidate && { winner: moved(winner) }),
        ...(isMeasured && {
          measured: {
            ...measured,
            baseline: places([measured.baseline])[0] ?? 0,
            candidates: places(measured.candidates),
          },
          ...(overruled &&
            overruled.winner !== candidate && {
              overruled: { ...overruled, winner: moved(overruled.winner) },
            }),
        }),
      }
    }),
  }
}

/** Names of campaigns by id, as the sides of a comparison have it. */
type CampaignNames = ReadonlyMap<string, string>

/** The names of the sides of a comparison, its baseline first. */
export function sideLabels(
  { baseline, candidates, names }: ComparisonSettings,
  campaigns: CampaignNames,
): readonly string[] {
  return [baseline, ...candidates].map((side) => sideName(names, side) ?? selectionLabel(side, campaigns))
}

/**
 * A comparison whose sides represent the candidates with the same names or, if names do not match, those in order.
 */
export function measuredBy(
  comparison: ComparisonSettings,
  candidates: readonly string[],
  campaigns: CampaignNames,
): MeasuredCategory {
  const plain = (name: string) => name.trim().toLowerCase()
  const labels = sideLabels(comparison, campaigns)
  const named = labels.map((label) => candidates.findIndex((name) => plain(name) === plain(label)))
  const isTold = named.every((place) => place >= 0) && new Set(named).size === named.length
  const inOrder = labels.map((_, at) => at).slice(0, candidates.length)
  const [baseline = 0, ...others] = isTold ? named : inOrder
  return { comparison, baseline, candidates: others }
}

/**
 * The same with another candidate for a side, 0 the baseline; the side that had that candidate gets the previous one.
 */
export function withSide(measured: MeasuredCategory, side: number, candidate: number): MeasuredCategory {
  const places = [measured.baseline, ...measured.candidates]
  const before = places[side]
  const [baseline = 0, ...candidates] = places.map((place, at) =>
    at === side ? candidate : place === candidate && before !== undefined ? before : place,
  )
  return { ...measured, baseline, candidates }
}
