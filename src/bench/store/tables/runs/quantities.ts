import type { LevelValue } from '../../../../core/plan/plan'
import {
  directions,
  sources,
  units,
  type Observed,
  type Quantity,
  type Source,
} from '../../../../core/results/observation'
import type { ChecksumPart } from '../../integrity/checksum'
import { integerOf, levelsOf, textOf, wordOf, type Row } from '../../file/columns'
import type { Reads } from '../../file/reads'
import type { Connection } from '../../file/connection'
import { integer, text } from '../../file/encode'
import { limits } from '../../file/format'

/** The quantity of observations: stored once per file, and referenced by id. */
export interface StoredQuantity extends Observed {
  readonly id: number
  /** Levels as they are in the file; `noLevels` for a run that measured only its case. */
  readonly levelsText: string
}

export const quantityColumns =
  'q.id AS quantity_id, q.test, q.direction, q.metric, q.unit, q.source, q.device, q.levels'

export const noLevels = '{}'

/** JSON of levels with their keys in order, so that equal levels are equal text. */
export function levelsText(levels?: Readonly<Record<string, LevelValue>>): string {
  if (levels === undefined) return noLevels
  const entries = Object.entries(levels).sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify(Object.fromEntries(entries))
}

/** Reads a row with `quantityColumns`. */
export function readQuantity(row: Row): StoredQuantity {
  const device = textOf(row, 'device')
  const written = textOf(row, 'levels', limits.levels)
  return {
    id: integerOf(row, 'quantity_id'),
    test: textOf(row, 'test'),
    direction: wordOf(row, 'direction', directions),
    metric: textOf(row, 'metric'),
    unit: wordOf(row, 'unit', units),
    source: wordOf(row, 'source', sources),
    levelsText: written,
    ...(device !== '' && { device }),
    ...(written !== noLevels && { levels: levelsOf(row, 'levels') }),
  }
}

/**
 * Quantities for which a campaign has numbers: first those without their own levels, then the others by
 * quantity and levels. Numbers of sources other than the engine are shown next to its results and requested
 * by name.
 */
export function listQuantities(
  connection: Reads,
  campaignId: number,
  metrics?: readonly string[],
  source: Source = 'engine',
): readonly StoredQuantity[] {
  const rows = connection.all(
    `SELECT ${quantityColumns} FROM quantity AS q WHERE q.source = ?
     AND EXISTS (SELECT 1 FROM scalar AS s WHERE s.campaign_id = ? AND s.quantity_id = q.id) ORDER BY q.id`,
    text(source, 'A source'),
    integer(campaignId, 'A campaign id'),
  )
  return inOrder(rows.map(readQuantity).filter(({ metric }) => metrics?.includes(metric) ?? true))
}

/**
 * Sorts those without their own levels first, then the others by the place of their quantity and by levels.
 * `quantities` by id.
 */
export function inOrder<T extends StoredQuantity>(quantities: readonly T[]): readonly T[] {
  const places = new Map<string, number>()
  const placeOf = (one: StoredQuantity) => {
    const key = JSON.stringify([one.test, one.direction, one.metric, one.unit, one.source, one.device])
    const place = places.get(key) ?? one.id
    places.set(key, place)
    return place
  }
  return quantities
    .map((one) => ({ one, isSwept: one.levels ? 1 : 0, place: placeOf(one) }))
    .sort(
      (a, b) =>
        a.isSwept - b.isSwept ||
        a.place - b.place ||
        (a.one.levelsText < b.one.levelsText ? -1 : a.one.levelsText > b.one.levelsText ? 1 : 0),
    )
    .map(({ one }) => one)
}

/**
 * Id of a quantity, which is added if it is new. Looked up once per transaction: an import stores thousands
 * of runs in one.
 */
export function quantityIdOf(connection: Connection, quantity: Quantity & Partial<Observed>): number {
  const { test, direction, metric, unit, source = 'engine', device = '', levels } = quantity
  const name = `${test}\0${direction}\0${metric}\0${unit}\0${source}\0${device}\0${levels ? levelsText(levels) : ''}`
  const { transaction } = connection
  let known = keptIds.get(connection)
  if (known?.transaction !== transaction) keptIds.set(connection, (known = { transaction, ids: new Map() }))
  let id = known.ids.get(name)
  if (id === undefined) known.ids.set(name, (id = storedIdOf(connection, quantity)))
  return id
}

const keptIds = new WeakMap<Reads, { transaction: number; ids: Map<string, number> }>()

function storedIdOf(
  connection: Connection,
  { test, direction, metric, unit, source = 'engine', device = '', levels }: Quantity & Partial<Observed>,
): number {
  const key = [
    text(test, 'A test name'),
    text(direction, 'A direction'),
    text(metric, 'A metric'),
    text(unit, 'A unit'),
    text(source, 'A source'),
    text(device, 'A device'),
    text(levelsText(levels), 'The levels of an observation', limits.levels),
  ]
  const row = connection.first(
    `SELECT id FROM quantity
     WHERE test = ? AND direction = ? AND metric = ? AND unit = ? AND source = ? AND device = ? AND levels = ?`,
    ...key,
  )
  return row
    ? integerOf(row, 'id')
    : connection.insert(
        'INSERT INTO quantity (test, direction, metric, unit, source, device, levels) VALUES (?, ?, ?, ?, ?, ?, ?)',
        ...key,
      )
}

/** What represents a number in the seal of its run. */
export function scalarPart(scalar: StoredQuantity & { readonly value: number }): ChecksumPart {
  const { test, direction, metric, unit, value } = scalar
  return [test, direction, metric, unit, value, ...furtherOf(scalar)]
}

/** What represents a histogram in the seal of its run. */
export function histogramPart(
  quantity: Omit<StoredQuantity, 'id' | 'unit'>,
  bins: number,
  sha256: string,
): ChecksumPart {
  const { test, direction, metric } = quantity
  return [test, direction, metric, bins, sha256, ...furtherOf(quantity)]
}

/**
 * What the seals of older formats do not cover; nothing for numbers of the engine at the levels of their
 * case.
 */
function furtherOf({
  source,
  device = '',
  levelsText,
}: Pick<StoredQuantity, 'source' | 'device' | 'levelsText'>): readonly ChecksumPart[] {
  if (source !== 'engine' || device !== '') return [levelsText, source, device]
  return levelsText === noLevels ? [] : [levelsText]
}
