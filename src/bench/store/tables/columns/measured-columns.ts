import type { CampaignQuantity } from '../../../../core/results/campaign/campaign'
import type { Quantity } from '../../../../core/results/observation'
import type { Levels, MeasuredColumns } from '../../../../core/comparison/comparison-data'
import { caseCount, listSweptCases } from '../runs/cases'
import { countOf } from '../../file/columns'
import type { Reads } from '../../file/reads'
import { integer } from '../../file/encode'
import { readNumberLists } from './number-lists'
import { listOfferedPercentiles } from './percentile-columns'
import { listQuantities, type StoredQuantity } from '../runs/quantities'

/**
 * The finished runs of a campaign, by quantity. The numbers themselves are read on first access, so that a
 * comparison of one metric does not read the others. `metrics`: only these.
 */
export function listMeasuredColumns(
  connection: Reads,
  campaignId: number,
  metrics?: readonly string[],
): readonly StoredColumns[] {
  const runs = new FinishedRuns(connection, campaignId)
  return listQuantities(connection, campaignId, metrics)
    .map((quantity) => new StoredColumns(connection, campaignId, quantity, runs))
    .filter(isWorthReading)
}

/** A column with its own levels may belong only to runs that never finished. */
export function isWorthReading(column: StoredColumns): boolean {
  return column.levels === undefined || column.values.length > 0
}

/** Quantities for which a finished run of the campaign has a number, or a histogram to derive it from. */
export function readMeasuredQuantities(connection: Reads, campaignId: number): readonly CampaignQuantity[] {
  const seen = new Map<string, CampaignQuantity>()
  for (const { id, test, direction, metric } of listQuantities(connection, campaignId)) {
    const key = JSON.stringify([test, direction, metric])
    if (!seen.has(key) && isFinished(connection, campaignId, id)) seen.set(key, { test, direction, metric })
  }
  for (const quantity of listOfferedPercentiles(connection, campaignId)) {
    const key = JSON.stringify([quantity.test, quantity.direction, quantity.metric])
    if (!seen.has(key)) seen.set(key, quantity)
  }
  return [...seen.values()]
}

function isFinished(connection: Reads, campaignId: number, quantityId: number): boolean {
  const row = connection.first(
    `SELECT 1 FROM scalar AS s JOIN run AS r ON r.id = s.run_id
     WHERE s.campaign_id = ? AND s.quantity_id = ? AND r.phase = 'measure' AND r.state = 'done' LIMIT 1`,
    integer(campaignId, 'A campaign id'),
    integer(quantityId, 'A quantity id'),
  )
  return row !== undefined
}

/** The finished measured runs of a campaign, by ascending id. */
export class FinishedRuns {
  #ids: Float64Array | undefined
  #cases: Uint32Array | undefined
  #repetitions: Uint32Array | undefined
  #swept: ReadonlyMap<string, number> | undefined

  constructor(
    private readonly connection: Reads,
    private readonly campaignId: number,
  ) {}

  /** Number of the case at these levels, which the engine varied within runs of a case. */
  sweptCase(caseIndex: number, levelsText: string): number {
    this.#swept ??= this.#numberSwept()
    return this.#swept.get(`${caseIndex} ${levelsText}`) ?? -1
  }

  #numberSwept(): ReadonlyMap<string, number> {
    const first = caseCount(this.connection, this.campaignId)
    const cases = listSweptCases(this.connection, this.campaignId)
    return new Map(cases.map(({ caseIndex, text }, at) => [`${caseIndex} ${text}`, first + at]))
  }

  get ids(): Float64Array {
    this.#readRuns()
    return this.#ids ?? new Float64Array(0)
  }

  get cases(): Uint32Array {
    this.#readRuns()
    return this.#cases ?? new Uint32Array(0)
  }

  get repetitions(): Uint32Array {
    this.#readRuns()
    return this.#repetitions ?? new Uint32Array(0)
  }

  #readRuns(): void {
    if (this.#ids !== undefined) return
    this.#keep(
      readNumberLists(
        this.connection,
        ['id', 'case_index', 'repetition'].map((name) => ({ name, holds: 'whole' as const })),
        "run WHERE campaign_id = ? AND phase = 'measure' AND state = 'done' AND id > ? ORDER BY id",
        [integer(this.campaignId, 'A campaign id')],
      ),
    )
  }

  #keep([ids, cases, repetitions]: readonly Float64Array[]): void {
    this.#ids = ids
    this.#cases = counts(cases ?? new Float64Array(0), 'case_index')
    this.#repetitions = counts(repetitions ?? new Float64Array(0), 'repetition')
  }
}

/** Numbers of cases or of repetitions, none of them too large for 32 bits. */
function counts(list: Float64Array, column: string): Uint32Array {
  const whole = Uint32Array.from(list)
  for (let at = 0; at < whole.length; at++)
    if (whole[at] !== list[at]) countOf({ [column]: list[at] }, column)
  return whole
}

export class StoredColumns implements MeasuredColumns {
  readonly test: Quantity['test']
  readonly direction: Quantity['direction']
  readonly metric: Quantity['metric']
  readonly unit: Quantity['unit']
  #read:
    | { readonly ids: Float64Array; readonly values: Float64Array; readonly places: Uint32Array | 'all' }
    | undefined

  constructor(
    private readonly connection: Reads,
    readonly campaignId: number,
    private readonly quantity: StoredQuantity,
    private readonly runs: FinishedRuns,
  ) {
    this.test = quantity.test
    this.direction = quantity.direction
    this.metric = quantity.metric
    this.unit = quantity.unit
  }

  get runIds(): Float64Array {
    return this.#columns().ids
  }

  get values(): Float64Array {
    return this.#columns().values
  }

  get cases(): Uint32Array {
    const cases = this.#ofRuns(this.runs.cases)
    const { levels, levelsText } = this.quantity
    return levels ? cases.map((index) => this.runs.sweptCase(index, levelsText)) : cases
  }

  get levels(): Levels | undefined {
    return this.quantity.levels
  }

  get repetitions(): Uint32Array {
    return this.#ofRuns(this.runs.repetitions)
  }

  /** A copy without the connection, which can be sent to another thread. */
  read(): MeasuredColumns {
    const { campaignId, test, direction, metric, unit, runIds, cases, repetitions, values } = this
    return { campaignId, test, direction, metric, unit, runIds, cases, repetitions, values }
  }

  #ofRuns(list: Uint32Array): Uint32Array {
    const { places } = this.#columns()
    return places === 'all' ? list : places.map((place) => list[place] ?? 0)
  }

  #columns() {
    return (this.#read ??= this.#ofFinished(readNumberLists(this.connection, ...this.#query())))
  }

  #query() {
    return [
      [
        { name: 'run_id', holds: 'whole' },
        { name: 'value', holds: 'real' },
      ],
      'scalar WHERE campaign_id = ? AND quantity_id = ? AND run_id > ? ORDER BY run_id',
      [integer(this.campaignId, 'A campaign id'), integer(this.quantity.id, 'A quantity id')],
    ] as const
  }

  #ofFinished([ids, values]: readonly Float64Array[]) {
    return ofFinished(ids ?? new Float64Array(0), values ?? new Float64Array(0), this.runs.ids)
  }
}

/** Numbers of finished runs with their places among the finished runs; both lists of ids are ascending. */
function ofFinished(ids: Float64Array, values: Float64Array, finished: Float64Array) {
  if (sameNumbers(ids, finished)) return { ids, values, places: 'all' as const }
  const kept: number[] = []
  const places: number[] = []
  let place = 0
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at] ?? 0
    while (place < finished.length && (finished[place] ?? 0) < id) place++
    if (finished[place] !== id) continue
    kept.push(at)
    places.push(place)
  }
  return {
    ids: Float64Array.from(kept, (at) => ids[at] ?? 0),
    values: Float64Array.from(kept, (at) => values[at] ?? NaN),
    places: Uint32Array.from(places),
  }
}

function sameNumbers(a: Float64Array, b: Float64Array): boolean {
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false
  return true
}
