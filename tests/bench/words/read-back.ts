import { type Part, type Slot, slotPlaces, templates, type Template } from '../../../src/core/words/template'

/** A sentence that was read back: its template, and the texts of its slots with what other templates say in them. */
export interface Said {
  readonly id: string
  readonly text: string
  readonly slots: ReadonlyMap<string, string>
  readonly parts: ReadonlyMap<string, readonly Said[]>
}

const number = String.raw`[+−-]?\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?`
const unit = String.raw`(?:[\u202f ](?:[kMG] |per )?[^\s,;:()]+)?`
const percent = `${number}[\\u202f ]?%`
const value = `(?:${number}${unit}|–)`
const interval = `${number} to ${number}${unit}`
const difference = percent

/** How each kind of slot looks in print. */
const patterns: Readonly<Record<Extract<Slot, string>, string>> = {
  count: String.raw`\d[\d,]*`,
  range: String.raw`\d+(?: to \d+)?`,
  value,
  interval,
  mean: `${value}(?: \\(95\\u202f% interval ${interval}\\))?`,
  percent: `(?:± ?)?${percent}`,
  change: `(?:${difference}(?: \\([^()]*\\))?|no percentage)`,
  name: '.+?',
  drive: '.+?',
  host: '.+?',
  case: '.+?',
  metric: '.+?',
  level: '.+?',
  time: String.raw`(?:\d{1,2} [A-Z][a-z]+ \d{4}|\d{4}-\d\d-\d\d|[\d,.]+[\u202f ](?:ns|µs|ms|s|min|h))`,
  reservation: '.+?',
  given: '.*?',
}

function escaped(text: string): string {
  // Figures keep a number and its unit on one line.
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(' ', '[ \u202f]')
}

function isPart(slot: Slot): slot is Part {
  return typeof slot === 'object' && 'of' in slot
}

/** The pattern of a template without groups, for what stands in a part of another. */
function inner(one: Template): string {
  return pattern(one, () => '(?:')
}

function pattern({ text, slots }: Template, open: (name: string, form?: number) => string): string {
  let end = 0
  let found = ''
  for (const match of text.matchAll(slotPlaces)) {
    const [whole, name = '', one, many = ''] = match
    found += escaped(text.slice(end, match.index))
    end = match.index + whole.length
    if (one === undefined) found += `${open(name)}${slotPattern(slots[name] ?? 'given')})`
    else
      found += `(?:${[one, many]
        .map(
          (form, at) =>
            `${open(name, at)}${escaped(form).replace('#', `(?:${slots[name] === 'range' ? patterns.range : patterns.count})`)})`,
        )
        .join('|')})`
  }
  return found + escaped(text.slice(end))
}

function slotPattern(slot: Slot): string {
  if (typeof slot === 'string') return patterns[slot]
  if (!isPart(slot)) return slot.map(escaped).join('|')
  // What a list holds is read item by item; a pattern of patterns would try every way to part it.
  if (slot.between !== undefined && slot.between !== '') return '.*?'
  return `(?:${slot.of.map(inner).join('|')})${slot.between === undefined ? '??' : '*'}`
}

interface Reader {
  readonly regex: RegExp
  readonly groups: readonly { readonly name: string; readonly form: number | undefined }[]
  readonly start: string
  readonly end: string
}

const readers = new Map<string, Reader>()

function readerOf(one: Template): Reader {
  const known = readers.get(one.id)
  if (known) return known
  const groups: { name: string; form: number | undefined }[] = []
  const source = pattern(one, (name, form) => {
    groups.push({ name, form })
    return '('
  })
  const literals = one.text.split(slotPlaces)
  const made = {
    regex: new RegExp(`^${source}$`, 'su'),
    groups,
    start: (literals[0] ?? '').replaceAll('\u202f', ' '),
    end: (literals.at(-1) ?? '').replaceAll('\u202f', ' '),
  }
  readers.set(one.id, made)
  return made
}

/** What this template says in the text, or undefined if the text is not its. */
export function readAs(one: Template, text: string): Said | undefined {
  const { regex, groups, start, end } = readerOf(one)
  const plain = text.replaceAll('\u202f', ' ')
  if (!plain.startsWith(start) || !plain.endsWith(end)) return undefined
  const match = regex.exec(text)
  if (!match) return undefined
  const slots = new Map<string, string>()
  const parts = new Map<string, readonly Said[]>()
  for (const [at, { name, form }] of groups.entries()) {
    const found = match[at + 1]
    if (found === undefined) continue
    if (form !== undefined) {
      const counted = new RegExp(one.slots[name] === 'range' ? patterns.range : patterns.count).exec(
        found,
      )?.[0]
      // The form for one is not that of two.
      if ((slots.get(name) ?? counted ?? '') === '1' && form === 1) return undefined
      if ((slots.get(name) ?? counted ?? '1') !== '1' && form === 0) return undefined
      slots.set(name, counted ?? slots.get(name) ?? (form === 0 ? '1' : ''))
      continue
    }
    if (slots.has(name) && slots.get(name) !== found) return undefined
    slots.set(name, found)
    const slot = one.slots[name]
    if (slot === undefined || !isPart(slot)) continue
    const read = found === '' ? [] : readList(slot, found)
    if (read === undefined) return undefined
    parts.set(name, read)
  }
  return { id: one.id, text, slots, parts }
}

function readList({ of, between }: Part, text: string): readonly Said[] | undefined {
  return mostSentences(
    text,
    between,
    ordered(of, () => byOwnWords(of)),
  )
}

/**
 * Templates that are no part of another, or a sentence of their own besides, those of these families first; `families`:
 * starts of ids.
 */
function wholeSentences(families: readonly string[]): readonly Template[] {
  const inOthers = new Set(
    [...templates.values()].flatMap(({ slots }) =>
      Object.values(slots).flatMap((slot) => (isPart(slot) ? slot.of.map(({ id }) => id) : [])),
    ),
  )
  const isOther = ({ id }: Template) => Number(!families.some((family) => id.startsWith(family)))
  const whole = [...templates.values()].filter(
    ({ id, text }) => (!inOthers.has(id) || text.endsWith('.')) && !id.startsWith('test-'),
  )
  return byOwnWords(whole).sort((one, other) => isOther(one) - isOther(other))
}

/** The most own words first: "on the machine A" is no drive of that name. */
function byOwnWords(of: readonly Template[]): Template[] {
  const ownWords = ({ text }: Template) => text.replaceAll(slotPlaces, '').length
  return [...of].sort((one, other) => ownWords(other) - ownWords(one))
}

const orders = new Map<unknown, readonly Template[]>()

/** An order of templates, made once for this key. */
function ordered(key: unknown, make: () => readonly Template[]): readonly Template[] {
  const known = orders.get(key) ?? make()
  orders.set(key, known)
  return known
}

const readTexts = new Map<string, readonly Said[] | undefined>()

/**
 * The text as sentences one after the other; undefined where no templates say it. `families`: the starts of ids that are
 * tried before others of the same words.
 */
export function readBack(text: string, families: readonly string[] = []): readonly Said[] | undefined {
  const key = `${families.join()} ${text}`
  if (!readTexts.has(key)) {
    const whole = ordered(families.join(), () => wholeSentences(families))
    readTexts.set(key, mostSentences(text, ' ', whole))
  }
  return readTexts.get(key)
}

/** The most readings one after the other that make up the text, so that a name never swallows a sentence. */
function mostSentences(
  text: string,
  between: string | undefined,
  closest: readonly Template[],
): readonly Said[] | undefined {
  const ends = [text.length]
  if (between === '') ends.push(...Array.from(text, (_, at) => at))
  else if (between !== undefined)
    for (let at = text.indexOf(between); at >= 0; at = text.indexOf(between, at + 1))
      // Sentences end with a full stop.
      if (between !== ' ' || text[at - 1] === '.') ends.push(at)
  ends.sort((a, b) => a - b)
  const best = new Map<number, readonly Said[]>([[0, []]])
  const skip = between?.length ?? 0
  for (const start of [0, ...ends.map((end) => end + skip)]) {
    const before = best.get(start)
    if (before === undefined || start > text.length) continue
    for (const end of ends) {
      if (end <= start) continue
      const next = end === text.length ? end : end + skip
      const known = best.get(next)
      if (known !== undefined && known.length > before.length) continue
      const part = text.slice(start, end)
      for (const one of closest) {
        const said = readAs(one, part)
        if (said === undefined) continue
        best.set(next, [...before, said])
        break
      }
    }
  }
  return best.get(text.length)
}

/** All that is said, parts included. */
export function* everySaid(said: readonly Said[]): Generator<Said> {
  for (const one of said) {
    yield one
    for (const parts of one.parts.values()) yield* everySaid(parts)
  }
}

export const wrongIf = (isWrong: boolean, text: string) => (isWrong ? text : undefined)

/** A count that a sentence says. */
export function countOf(said: Said, slot: string): number {
  return Number((said.slots.get(slot) ?? '').replaceAll(',', ''))
}

/** What is wrong with a count. */
export function differs(said: Said, slot: string, wanted: number): string | undefined {
  return wrongIf(countOf(said, slot) !== wanted, `${slot} is ${String(wanted)}`)
}

/** What is wrong with the smallest and the largest of some counts. */
export function rangeIsWrong(said: Said, slot: string, counts: readonly number[]): string | undefined {
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  const wanted = least === most ? String(most) : `${String(least)} to ${String(most)}`
  return wrongIf(said.slots.get(slot) !== wanted, `${slot} are ${wanted}`)
}
