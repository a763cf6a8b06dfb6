import type { CampaignSummary } from '../../core/results/campaign'
import type { PlanSummary, SavedFigure } from '../../core/contract/review'
import { fullTime } from './time-ago'
import { groupBy } from '../../core/units/iterables'

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
  const groups = groupBy(things, ({ name }) => name.trim().replace(/\s+/g, ' ').toLowerCase())
  return new Map([...groups.values()].flatMap(namesOfGroup))
}

/** The requested name itself, or `numbered` for the first free number from 2. */
export function freeName(
  wish: string,
  taken: readonly { readonly name: string }[],
  numbered = (count: number) => `${wish} ${String(count)}`,
): string {
  const names = new Set(taken.map(({ name }) => name))
  let name = wish
  for (let count = 2; names.has(name); count += 1) name = numbered(count)
  return name
}

function namesOfGroup<Id>(group: readonly NamedThing<Id>[]): readonly (readonly [Id, string])[] {
  if (group.length === 1) return group.map(({ id, name }) => [id, name])
  const most = group[0]?.marks.length ?? 0
  for (let at = 0; at < most; at++) {
    const marks = group.map((thing) => thing.marks[at] ?? '')
    if (marks.includes('') || new Set(marks).size < group.length) continue
    return group.map(({ id, name }, place) => [id, `${name} · ${marks[place]}`])
  }
  return group.map(({ id, name }, place) => [id, `${name} (${place + 1})`])
}

/** Configuration or plan of each campaign; duplicates by device, host, start time or number. */
export function campaignNames(all: readonly CampaignSummary[]): ReadonlyMap<number, string> {
  return namesApart(
    all.map(({ id, name, configuration, device, host, leaderId, source, createdAtMs }) => ({
      id,
      name: leaderId === undefined ? configuration || name : `${configuration || name}, ${host} alone`,
      marks: [
        device === 'unknown' ? '' : device,
        host,
        source === 'published' ? '' : fullTime(createdAtMs),
        `campaign ${id}`,
      ],
    })),
  )
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
