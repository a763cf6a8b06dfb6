import type { ScoreCategory, Scorecard, ScoreEntry, ScoreWinner } from '../../../../core/scorecard/scorecard'

/** The category at this place, changed. */
export function withCategoryChanged(
  card: Scorecard,
  place: number,
  edit: (category: ScoreCategory) => ScoreCategory,
): Scorecard {
  return { ...card, categories: card.categories.map((one, at) => (at === place ? edit(one) : one)) }
}

/** What is said of a candidate in a category; an undefined part is taken away. */
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

/** Who wins as a person sees it; undefined: not decided. */
export function withWinner(
  { winner: _, ...category }: ScoreCategory,
  winner: ScoreWinner | undefined,
): ScoreCategory {
  return winner === undefined ? category : { ...category, winner }
}

/** The card without a candidate: places behind it move up, and what named it is open again. */
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
