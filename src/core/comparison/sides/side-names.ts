import { ComparisonError } from '../comparison-error'
import type { ComparisonSettings, NamedSide } from '../comparison-settings'
import { selectionLabel, selectionText, type Selection } from './selection'

/** Names longer than this are cut wherever they appear. */
export const longestSideName = 80

type Sides = Pick<ComparisonSettings, 'baseline' | 'candidates'>

/** The user's name of a side; undefined if there is none. A name belongs to what the side selects, wherever it appears. */
export function sideName(names: readonly NamedSide[] | undefined, side: Selection): string | undefined {
  const name = names?.find((one) => isSame(one.side, side))?.name.trim()
  return name === '' ? undefined : name
}

/** A side in words: its user-defined name, otherwise what it was chosen by. */
export function sideLabel({ names }: Pick<ComparisonSettings, 'names'>, side: Selection): string {
  return sideName(names, side) ?? selectionLabel(side)
}

/** The names with a new one for this side, removed if empty; names of sides that are no longer compared are dropped. */
export function withSideName(
  settings: Sides & Pick<ComparisonSettings, 'names'>,
  side: Selection,
  name: string,
): readonly NamedSide[] | undefined {
  const sides = [settings.baseline, ...settings.candidates]
  const others = (settings.names ?? []).filter(
    (one) => !isSame(one.side, side) && sides.some((compared) => isSame(compared, one.side)),
  )
  const own = name.trim().slice(0, longestSideName)
  const names = own === '' ? others : [...others, { side, name: own }]
  return names.length === 0 ? undefined : names
}

/** Throws a ComparisonError if a user-defined name is also that of another side: they would be indistinguishable. */
export function requireDistinctNames(settings: ComparisonSettings): void {
  const sides = [settings.baseline, ...settings.candidates]
  for (const side of sides) {
    const name = sideName(settings.names, side)
    const twin = sides.find((one) => !isSame(one, side) && sideLabel(settings, one) === name)
    if (name === undefined || twin === undefined) continue
    throw new ComparisonError(
      `${selectionText(side)} and ${selectionText(twin)} are both called "${name}".`,
      'Give each side a name of its own.',
    )
  }
}

function isSame(a: Selection, b: Selection): boolean {
  return selectionText(a) === selectionText(b)
}
