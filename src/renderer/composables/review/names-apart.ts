import type { PlanSummary, SavedFigure } from '../../../core/contract/review'
import { groupBy } from '../../../core/iterables'
import { nameKey } from '../../../core/text/names'

/** Something listed by name, and what may distinguish it from others with that name, best first. */
export interface NamedThing<Id> {
  readonly id: Id
  readonly name: string
  /** Empty if not known. */
  readonly marks: readonly string[]
}

/**
 * The name of each, with a suffix if others have the same name: the first property that all of them have and that is
 * unique among them, else the position among them. Names that differ only in case or blanks count as the same.
 */
export function namesApart<Id>(things: readonly NamedThing<Id>[]): ReadonlyMap<Id, string> {
  const groups = groupBy(things, ({ name }) => nameKey(name))
  return new Map([...groups.values()].flatMap(namesOfGroup))
}

function namesOfGroup<Id>(group: readonly NamedThing<Id>[]): readonly (readonly [Id, string])[] {
  if (group.length === 1) return group.map(({ id, name }) => [id, name])
  const most = group[0]?.marks.length ?? 0
  for (let at = 0; at < most; at++) {
    const marks = group.map((thing) => thing.marks[at] ?? '')
    if (marks.includes('') || new Set(marks).size < group.length) continue
    const shared = sharedStart(marks)
    return group.map(({ id, name }, place) => [id, `${name} · ${marks[place]?.slice(shared.length)}`])
  }
  return group.map(({ id, name }, place) => [id, `${name} (${place + 1})`])
}

/** What all of them start with, up to a colon: "Full drive review: ". */
function sharedStart(texts: readonly string[]): string {
  const [first = ''] = texts
  const start = first.slice(0, first.indexOf(': ') + 2)
  return start.length > 1 && texts.every((text) => text.startsWith(start) && text !== start) ? start : ''
}

/** What a campaign that is no longer in the file is called, at its place among several. */
export function deletedName(at: number, of: number): string {
  return of === 1 ? 'Deleted campaign' : `Deleted campaign (${String(at + 1)})`
}

/** Names of plans; duplicates by their position. */
export function planNames(all: readonly Pick<PlanSummary, 'id' | 'name'>[]): ReadonlyMap<string, string> {
  return namesApart(all.map(({ id, name }) => ({ id, name, marks: [] })))
}

/** Names of saved figures; duplicates, which files of earlier versions may have, by their position. */
export function figureNames(all: readonly Pick<SavedFigure, 'id' | 'name'>[]): ReadonlyMap<number, string> {
  return namesApart(all.map(({ id, name }) => ({ id, name, marks: [] })))
}

/** What to say of a saved figure, which gets a number if its name is taken. */
export function savedText(wanted: string, saved: string): string {
  return wanted.trim() === saved || wanted.trim() === ''
    ? 'Figure saved'
    : `Figure saved as “${saved}”, because there is another “${wanted.trim()}”`
}
