/** One thing to pick. */
export interface PickItem {
  readonly id: string
  readonly label: string
  /** Short text next to the label: the engine's option name, a count. */
  readonly detail?: string
  /** A sentence below the label. */
  readonly help?: string
  /** Group heading; items of one group follow each other. */
  readonly group?: string
}

/** At most this many are listed; typing more narrows them down. */
const mostListed = 60

/**
 * Items that contain every typed word in their name, sentence or group. Names that start with the text come first,
 * then names, sentences and groups with words that do, then those with it inside a word; otherwise in the given order.
 */
export function filterItems(items: readonly PickItem[], query: string): readonly PickItem[] {
  const text = query.trim().toLowerCase()
  if (text === '') return items.slice(0, mostListed)
  const words = text.split(/\s+/)
  const rank = (item: PickItem): number | undefined => {
    const names = `${item.label} ${item.id} ${item.detail ?? ''}`.toLowerCase()
    const all = `${names} ${item.help ?? ''} ${item.group ?? ''}`.toLowerCase()
    if (!words.every((word) => all.includes(word))) return undefined
    if ([item.label, item.id, item.detail ?? ''].some((name) => name.toLowerCase().startsWith(text))) return 0
    const place = [names, all].findIndex((within) => words.every((word) => beginsAWord(within, word)))
    return place === -1 ? 3 : place + 1
  }
  return items
    .flatMap((item, place) => {
      const order = rank(item)
      return order === undefined ? [] : [{ item, order, place }]
    })
    .sort((a, b) => a.order - b.order || a.place - b.place)
    .slice(0, mostListed)
    .map(({ item }) => item)
}

/**
 * Whether a word of the text, or a part of one between underscores, starts with this: "lat" matches "latency", not
 * "template".
 */
function beginsAWord(text: string, start: string): boolean {
  for (let at = text.indexOf(start); at !== -1; at = text.indexOf(start, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true
  return false
}
