import type { ChoiceKey } from '../../../../core/comparison/sides/comparison-choices'
import type { ComparisonSettings } from '../../../../core/comparison/comparison-settings'
import type { Selection } from '../../../../core/comparison/sides/selection'

/** The two kinds of sides; candidates are identified by their index. */
export type SideName = 'baseline' | number

export type Sides = Pick<ComparisonSettings, 'baseline' | 'candidates'>

/** Maximum number of sides besides the baseline. */
export const mostCandidates = 20

export function sideOf(sides: Sides, name: SideName): Selection {
  return name === 'baseline' ? sides.baseline : (sides.candidates[name] ?? [])
}

/** The sides with one of them replaced. */
export function withSide({ baseline, candidates }: Sides, name: SideName, side: Selection): Sides {
  if (name === 'baseline') return { baseline: side, candidates }
  return { baseline, candidates: candidates.map((one, at) => (at === name ? side : one)) }
}

/**
 * The sides with another key in one term. Sides with a single term follow, each with its own value, because sides
 * selected by different keys seldom make sense; candidates for which no value is left are removed.
 */
export function withKey(sides: Sides, name: SideName, place: number, choice: ChoiceKey): Sides {
  const own = sideOf(sides, name)
  if (own.length !== 1) {
    const used = otherSides(sides, name).flatMap((side) => valuesOf(side, choice.key))
    const value = freeValue(choice, used)
    const terms = own.map((term, at) => (at === place ? { key: choice.key, value } : term))
    return withSide(sides, name, terms)
  }
  const used: string[] = []
  const next = (side: Selection): Selection => {
    if (side.length !== 1) return side
    const value = freeValue(choice, used)
    used.push(value)
    return [{ key: choice.key, value }]
  }
  const baseline = next(sides.baseline)
  const room = choice.values.length - (sides.baseline.length === 1 ? 1 : 0)
  const candidates = sides.candidates
    .filter((side, at) => side.length !== 1 || singlesBefore(sides.candidates, at) < room)
    .map(next)
  return { baseline, candidates }
}

/**
 * The sides with another value in one term; a side that had this value gets the old one, so that no two are the same.
 */
export function withValue(sides: Sides, name: SideName, place: number, value: string): Sides {
  const own = sideOf(sides, name)
  const before = own[place]
  if (before === undefined) return sides
  const changed = withSide(
    sides,
    name,
    own.map((term, at) => (at === place ? { ...term, value } : term)),
  )
  const same = JSON.stringify(sideOf(changed, name))
  const twin = sideNames(changed).find(
    (other) => other !== name && JSON.stringify(sideOf(changed, other)) === same,
  )
  return twin === undefined ? changed : withSide(changed, twin, own)
}

/** A side with one more condition, with a key that it does not have yet; undefined if none is left. */
export function withTerm(side: Selection, keys: readonly ChoiceKey[]): Selection | undefined {
  const free = keys.find(({ key }) => side.every((term) => term.key !== key))
  const [first] = free?.values ?? []
  return free && first && [...side, { key: free.key, value: first.value }]
}

/** One more candidate, selected by the baseline's last key; undefined if every value has a side. */
export function withCandidate(sides: Sides, keys: readonly ChoiceKey[]): Sides | undefined {
  const { baseline, candidates } = sides
  const model = candidates[candidates.length - 1] ?? baseline
  const last = model[model.length - 1]
  const choice = keys.find(({ key }) => key === last?.key)
  if (last === undefined || choice === undefined || candidates.length >= mostCandidates) return undefined
  const used = [baseline, ...candidates].flatMap((side) => valuesOf(side, choice.key))
  const free = choice.values.find(({ value }) => !used.includes(value))
  if (free === undefined) return undefined
  return {
    baseline,
    candidates: [...candidates, [...model.slice(0, -1), { key: choice.key, value: free.value }]],
  }
}

export function withoutCandidate({ baseline, candidates }: Sides, place: number): Sides {
  return { baseline, candidates: candidates.filter((_, at) => at !== place) }
}

/** Swaps a candidate and the baseline. */
export function swapped({ baseline, candidates }: Sides, place: number): Sides {
  const side = candidates[place]
  if (side === undefined) return { baseline, candidates }
  return { baseline: side, candidates: candidates.map((one, at) => (at === place ? baseline : one)) }
}

function sideNames({ candidates }: Sides): readonly SideName[] {
  return ['baseline', ...candidates.keys()]
}

function otherSides(sides: Sides, name: SideName): readonly Selection[] {
  return sideNames(sides)
    .filter((other) => other !== name)
    .map((other) => sideOf(sides, other))
}

function valuesOf(side: Selection, key: string): readonly string[] {
  return side.filter((term) => term.key === key).map((term) => term.value)
}

function freeValue({ values }: ChoiceKey, used: readonly string[]): string {
  return values.find(({ value }) => !used.includes(value))?.value ?? values[0]?.value ?? ''
}

function singlesBefore(candidates: readonly Selection[], at: number): number {
  return candidates.slice(0, at).filter((side) => side.length === 1).length
}
