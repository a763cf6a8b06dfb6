import { groupBy } from '../../iterables'
import { nameKey } from '../../text/names'
import { driveOf, isKnownDevice, type DriveFacts } from './drive'

/** What may tell a campaign from others that are shown with it; empty or absent parts are not known. */
export interface NamedCampaign<Id = number> extends DriveFacts {
  readonly id: Id
  readonly configuration: string
  /** Name of its plan. */
  readonly plan: string
  /** The pattern of all its cases, in words. */
  readonly pattern?: string | undefined
  /** Whether it is one machine's part of a synchronised job. */
  readonly isPart?: boolean | undefined
  /** Its plan is called by the files that it was made of; the drive by what a person or a file says. */
  readonly isImported?: boolean | undefined
  /** Milliseconds since 1970; undefined for printed results. */
  readonly createdAtMs?: number | undefined
}

/** What may tell a campaign from others, without its id. */
export type CampaignNaming = Omit<NamedCampaign, 'id'>

/**
 * Names of campaigns that are shown together, each by what differs: what a person called it if that alone tells all
 * apart, otherwise drive, configuration, plan, pattern, machine, kernel's name of the drive and day, as many as are
 * needed, and at last the place among those that are still equal. No two are the same (case and blanks aside).
 */
export function namesOf<Id>(campaigns: readonly NamedCampaign<Id>[]): ReadonlyMap<Id, string> {
  const facts = marked(campaigns)
  if (facts.length < 2) return new Map(facts.map((one) => [one.id, partName(one, aloneName(one))]))
  const whole = facts.some(({ isPart }) => isPart) ? undefined : tellingMark(facts)
  if (whole !== undefined) return new Map(facts.map((one) => [one.id, one[whole]]))
  const names = new Map<Id, readonly string[]>(facts.map(({ id }) => [id, []]))
  for (const mark of marksInOrder) addMark(names, facts, mark)
  return placedNames(
    facts.map((one): readonly [Id, string] => {
      const own = names.get(one.id) ?? []
      // A machine or a day alone does not say of what.
      const isWeak = own.every((text) => text === one.machine || text === one.day)
      return [one.id, [...(isWeak ? [aloneName(one)] : []), ...own].join(' · ')]
    }),
  )
}

/** The name of a campaign that is not told from others. */
export function nameOf<Id>(campaign: NamedCampaign<Id>): string {
  return namesOf([campaign]).get(campaign.id) ?? ''
}

/** Facts of one campaign as texts. */
interface Marks<Id> {
  readonly id: Id
  readonly isPart: boolean
  readonly isImported: boolean
  readonly card: string
  readonly drive: string
  readonly configuration: string
  readonly plan: string
  /** Configuration, otherwise the plan. */
  readonly typed: string
  readonly shortPlan: string
  readonly pattern: string
  readonly machine: string
  readonly device: string
  readonly day: string
}

type Mark = Exclude<keyof Marks<unknown>, 'id' | 'isPart' | 'isImported'>

/** Marks of which one alone may be the name, best first: what a person typed, then what is recorded. */
const aloneMarks: readonly Mark[] = ['card', 'configuration', 'drive', 'typed', 'shortPlan', 'plan']

const marksInOrder: readonly Mark[] = [
  ...(['drive', 'configuration', 'plan', 'pattern', 'machine', 'device', 'day'] as const),
]

function marked<Id>(campaigns: readonly NamedCampaign<Id>[]): readonly Marks<Id>[] {
  const plans = withoutShared(campaigns.map(({ plan }) => plan.trim()))
  return campaigns.map((one, at) => {
    const { id, configuration, pattern = '', host = '', device, createdAtMs, card = '' } = one
    const { isPart = false, isImported = false } = one
    return {
      ...{
        id,
        isPart,
        isImported,
        card,
        pattern,
        drive: driveOf(one)?.name ?? '',
        configuration: configuration.trim(),
      },
      ...{ plan: plans[at] ?? '', shortPlan: beginning(plans[at] ?? '') },
      typed: configuration.trim() || (plans[at] ?? ''),
      machine: isPart ? `part of ${host}` : host === 'unknown' ? '' : host,
      device: isKnownDevice(device) ? device.trim() : '',
      day: dayOf(createdAtMs),
    }
  })
}

/** Day in UTC, so that a name is the same everywhere. */
function dayOf(atMs: number | undefined): string {
  const date = new Date(atMs ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10)
}

function aloneName(one: Omit<Marks<unknown>, 'id'>): string {
  const { configuration, plan, drive, device, isImported } = one
  return (
    [configuration, ...(isImported ? [drive, plan] : [plan, drive]), device].find((text) => text !== '') ??
    'Unnamed campaign'
  )
}

function partName({ isPart, machine }: Omit<Marks<unknown>, 'id'>, name: string): string {
  return isPart ? `${name} · ${machine}` : name
}

/** The first mark that all have and that tells all of them apart. */
function tellingMark(facts: readonly Marks<unknown>[]): Mark | undefined {
  return aloneMarks.find((mark) => {
    const keys = new Set(facts.map((one) => nameKey(one[mark])))
    return keys.size === facts.length && !keys.has('')
  })
}

/** Adds a mark to the names of those that are still equal, where it differs between them. */
function addMark<Id>(names: Map<Id, readonly string[]>, facts: readonly Marks<Id>[], mark: Mark): void {
  const equal = groupBy(facts, ({ id }) => nameKey((names.get(id) ?? []).join(' · ')))
  for (const group of equal.values()) {
    if (new Set(group.map((one) => nameKey(one[mark]))).size < 2) continue
    for (const one of group) {
      const known = names.get(one.id) ?? []
      const isSaid = known.some((text) => nameKey(text) === nameKey(one[mark]))
      if (one[mark] !== '' && !isSaid)
        names.set(one.id, [...known.filter((text) => !one[mark].startsWith(`${text} (`)), one[mark]])
    }
  }
}

/** Those that are still equal get their place: "Mix (1)". */
export function placedNames<Id>(names: readonly (readonly [Id, string])[]): ReadonlyMap<Id, string> {
  const found = new Map<Id, string>()
  const taken = new Set<string>()
  const counts = groupBy(names, ([, name]) => nameKey(name))
  for (const [id, name] of names) {
    const isOnly = counts.get(nameKey(name))?.length === 1
    let own = isOnly ? name : `${name} (1)`
    for (let place = isOnly ? 2 : 1; taken.has(nameKey(own)); place++) own = `${name} (${String(place)})`
    taken.add(nameKey(own))
    found.set(id, own)
  }
  return found
}

/** Plans of a suite without its name, with which they all start: "Full drive review: ". One alone shares nothing. */
function withoutShared(names: readonly string[]): readonly string[] {
  const [first = '', second] = names
  if (second === undefined) return names
  const shared = first.slice(0, first.indexOf(': ') + 2)
  return shared.length > 2 && names.every((name) => name.startsWith(shared) && name !== shared)
    ? names.map((name) => name.slice(shared.length))
    : names
}

/** What is before the details of a name: "Read/write mix" of "Read/write mix, 4 KB and 64 KB". */
function beginning(name: string): string {
  return name.split(/, | \(/)[0] ?? name
}
