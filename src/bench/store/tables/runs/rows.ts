import { usedLevels } from '../../../../core/engines/used-levels'
import { type TidyRow, type RunState, runStates } from '../../../../core/results/run'
import type { LevelValue } from '../../../../core/plan/plan'
import { largestOf, smallestOf } from '../../../../core/iterables'
import { readCase, readCases } from './cases'
import { integerOf, levelsOf, type Row, textOf, wordOf, countOf } from '../../file/columns'
import type { Reads } from '../../file/reads'
import { integer, text } from '../../file/encode'
import { inOrder, listQuantities, type StoredQuantity } from './quantities'
import { readPairs, readScalars } from './scalars'

export interface RowFilter {
  readonly campaignIds?: readonly number[]
  readonly metrics?: readonly string[]
  /** Default: only `done`. */
  readonly states?: readonly RunState[]
}

type Levels = Readonly<Record<string, LevelValue>>
type CampaignPart = Pick<TidyRow, 'campaignId' | 'campaign' | 'configuration' | 'host' | 'device' | 'engine'>
type RunPart = CampaignPart & Pick<TidyRow, 'runId' | 'repetition' | 'state' | 'levels'>

const runColumns = 'id, case_index, repetition, state'
const campaignColumns = 'id, name, configuration, host, device, engine, base'

/** Runs whose numbers are in memory at once. */
const runsAtOnce = 2000

/**
 * One row per measurement of the measured runs, by campaign, execution order and quantity. `levels` contains
 * all parameters of the case: the plan's fixed ones, overridden by the varied ones and by those that the
 * engine varied itself. The list of campaigns is read at once, the runs when they are first reached, and
 * their numbers during iteration.
 */
export class StoredRows implements Iterable<TidyRow> {
  readonly #campaigns: readonly ListedCampaign[]

  constructor(
    private readonly connection: Reads,
    filter: RowFilter,
  ) {
    const wanted = filter.campaignIds && new Set(filter.campaignIds)
    const states = new Set<RunState>(filter.states ?? ['done'])
    this.#campaigns = connection
      .all(`SELECT ${campaignColumns} FROM campaign ORDER BY id`)
      .filter((row) => !wanted || wanted.has(integerOf(row, 'id')))
      .map((row) => ({
        part: readCampaignPart(row),
        base: levelsOf(row, 'base'),
        quantities: listQuantities(connection, integerOf(row, 'id'), filter.metrics),
        positions: new Positions(connection, integerOf(row, 'id'), states),
      }))
  }

  *[Symbol.iterator](): Iterator<TidyRow> {
    for (const campaign of this.#campaigns) {
      const levels = new CaseLevels(this.connection, campaign)
      for (let at = 0; ; at += 1) {
        const positions = this.connection.read(() => campaign.positions.piece(at))
        if (positions.length === 0) break
        const runs = this.connection.read(() => readRuns(this.connection, campaign.part, positions, levels))
        const rows = this.connection.read(() =>
          readRowsOf(this.connection, campaign.part.campaignId, campaign.quantities, runs),
        )
        for (const ofRun of rows) yield* ofRun
      }
    }
  }
}

interface ListedCampaign {
  readonly part: CampaignPart
  readonly base: Levels
  readonly quantities: readonly StoredQuantity[]
  readonly positions: Positions
}

/**
 * Places of the runs of a campaign in the order of execution, in pieces. A piece is kept once it was read, so
 * that every iteration gets the same runs, and none waits for all of them.
 */
class Positions {
  readonly #pieces: Float64Array[] = []
  #states: readonly RunState[] | undefined

  constructor(
    private readonly connection: Reads,
    private readonly campaignId: number,
    private readonly wanted: ReadonlySet<RunState>,
  ) {}

  /** Empty after the last one. */
  piece(at: number): Float64Array {
    return (this.#pieces[at] ??= this.#read(this.#pieces[at - 1]?.at(-1) ?? -1))
  }

  #read(last: number): Float64Array {
    this.#states ??= this.#listStates().filter((state) => this.wanted.has(state))
    const rows = this.connection.all(
      `SELECT campaign_id, position FROM run WHERE campaign_id = ? AND phase = 'measure'
         AND state IN (${this.#states.map((state) => `'${state}'`).join(', ')}) AND position > ? ORDER BY position LIMIT ${runsAtOnce}`,
      integer(this.campaignId, 'A campaign id'),
      integer(last, 'A position'),
    )
    return Float64Array.from(rows, (row) => countOf(row, 'position'))
  }

  /** One index lookup for each state: counting all runs takes long. */
  #listStates(): readonly RunState[] {
    const states: RunState[] = []
    const next =
      "SELECT min(state) AS state FROM run WHERE campaign_id = ? AND phase = 'measure' AND state > ?"
    for (;;) {
      const row = this.connection.first(
        next,
        integer(this.campaignId, 'A campaign id'),
        text(states.at(-1) ?? '', 'A state'),
      )
      // An aggregate answers with one row: null if no run is left.
      if (row?.state === undefined || row.state === null) return states
      states.push(wordOf(row, 'state', runStates))
    }
  }
}

/** Cases that are read at once. */
const casesAtOnce = 1000
/** Pieces of cases that are kept for later runs. */
const mostKeptPieces = 100

/** All parameters of the cases of a campaign, read in pieces on demand. */
class CaseLevels {
  readonly #pieces = new Map<number, ReadonlyMap<number, Levels>>()

  constructor(
    private readonly connection: Reads,
    private readonly campaign: ListedCampaign,
  ) {}

  of(caseIndex: number): Levels {
    const at = Math.floor(caseIndex / casesAtOnce)
    let piece = this.#pieces.get(at)
    if (!piece) {
      if (this.#pieces.size >= mostKeptPieces) this.#pieces.clear()
      this.#pieces.set(at, (piece = this.#read(at * casesAtOnce)))
    }
    return piece.get(caseIndex) ?? this.#used({})
  }

  #read(first: number): ReadonlyMap<number, Levels> {
    const { campaignId } = this.campaign.part
    const found = readCases(this.connection, campaignId, { first, last: first + casesAtOnce - 1 })
    return new Map(Array.from(found, ([index, { levels }]) => [index, this.#used(levels)]))
  }

  #used(levels: Levels): Levels {
    return usedLevels(this.campaign.part.engine, { ...this.campaign.base, ...levels })
  }
}

/** Measurements of one run, regardless of its state. */
export function rowsOfRun(connection: Reads, runId: number): readonly TidyRow[] {
  const id = integer(runId, 'A run id')
  const row = connection.first(
    `SELECT campaign_id, ${runColumns} FROM run WHERE id = ? AND phase = 'measure'`,
    id,
  )
  if (!row) return []
  const campaignId = integerOf(row, 'campaign_id')
  const campaign = connection.first(
    `SELECT ${campaignColumns} FROM campaign WHERE id = ?`,
    integer(campaignId, 'A campaign id'),
  )
  if (!campaign) return []
  const caseIndex = countOf(row, 'case_index')
  const ofCase = readCase(connection, campaignId, caseIndex).get(caseIndex)
  const part = readCampaignPart(campaign)
  const ofRun = usedLevels(part.engine, { ...levelsOf(campaign, 'base'), ...ofCase?.levels })
  const run = readRun(row, part, ofRun)
  const scalars = readScalars(connection, campaignId, runId).filter(({ source }) => source === 'engine')
  return inOrder(scalars).map(({ test, direction, metric, value, unit, levels }) => {
    const ofRun = { ...run, levels: { ...run.levels, ...levels } }
    return tidyRow(ofRun, test, direction, metric, value, unit)
  })
}

/** The runs at these places, by id. */
function readRuns(
  connection: Reads,
  campaign: CampaignPart,
  positions: Float64Array,
  levels: CaseLevels,
): ReadonlyMap<number, RunPart> {
  const wanted = new Set(positions)
  const rows = connection.all(
    `SELECT ${runColumns}, position FROM run
     WHERE campaign_id = ? AND phase = 'measure' AND position BETWEEN ? AND ? ORDER BY position`,
    integer(campaign.campaignId, 'A campaign id'),
    integer(positions[0] ?? 0, 'A position'),
    integer(positions[positions.length - 1] ?? 0, 'A position'),
  )
  const runs = new Map<number, RunPart>()
  for (const row of rows) {
    if (!wanted.has(integerOf(row, 'position'))) continue
    runs.set(integerOf(row, 'id'), readRun(row, campaign, levels.of(countOf(row, 'case_index'))))
  }
  return runs
}

function readRun(row: Row, campaign: CampaignPart, levels: Levels): RunPart {
  return {
    ...campaign,
    runId: integerOf(row, 'id'),
    repetition: countOf(row, 'repetition'),
    state: wordOf(row, 'state', runStates),
    levels,
  }
}

/** Measurements are ordered by quantity and then by run; this reverses the order for some runs. */
function readRowsOf(
  connection: Reads,
  campaignId: number,
  quantities: readonly StoredQuantity[],
  runs: ReadonlyMap<number, RunPart>,
): Iterable<readonly TidyRow[]> {
  const byRun = new Map<number, TidyRow[]>()
  for (const runId of runs.keys()) byRun.set(runId, [])
  const [first, last] = [smallestOf(runs.keys()), largestOf(runs.keys())]
  if (runs.size === 0) return []
  for (const { id, test, direction, metric, unit, levels: own } of quantities) {
    for (const [runId, value] of readPairs(connection, campaignId, id, { first, last })) {
      const run = runs.get(runId)
      if (!run) continue
      const ofRun = own ? { ...run, levels: { ...run.levels, ...own } } : run
      byRun.get(runId)?.push(tidyRow(ofRun, test, direction, metric, value, unit))
    }
  }
  return byRun.values()
}

/** Written out, because spreading an object into each of 100,000 rows takes four times as long. */
function tidyRow(
  run: RunPart,
  test: string,
  direction: TidyRow['direction'],
  metric: string,
  value: number,
  unit: TidyRow['unit'],
): TidyRow {
  return {
    campaignId: run.campaignId,
    runId: run.runId,
    campaign: run.campaign,
    configuration: run.configuration,
    host: run.host,
    device: run.device,
    engine: run.engine,
    test,
    direction,
    metric,
    value,
    unit,
    repetition: run.repetition,
    state: run.state,
    levels: run.levels,
  }
}

function readCampaignPart(row: Row): CampaignPart {
  return {
    campaignId: integerOf(row, 'id'),
    campaign: textOf(row, 'name'),
    configuration: textOf(row, 'configuration'),
    host: textOf(row, 'host'),
    device: textOf(row, 'device'),
    engine: textOf(row, 'engine'),
  }
}
