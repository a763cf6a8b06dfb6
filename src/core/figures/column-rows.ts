import type { TidyRow } from '../results/run'
import type { Levels, MeasuredColumns } from '../comparison/comparison-data'
import type { FigureRows } from './figure-rows'

/** The finished runs of a campaign as columns of numbers, and what they share. */
export interface CampaignColumns extends Pick<
  TidyRow,
  'campaignId' | 'campaign' | 'configuration' | 'host' | 'device' | 'engine'
> {
  /** All parameters of each case by its number; a number without a case is undefined. */
  readonly cases: readonly (Levels | undefined)[]
  /** By quantity, numbers that a run measured at levels of its own behind the others. */
  readonly columns: readonly MeasuredColumns[]
}

/** Rows of a figure, made from columns as they are asked for; without the runs that a person left out. */
export class ColumnRows implements FigureRows {
  /** What the rows are made of; it can be sent to another thread. */
  readonly source: { readonly campaigns: readonly CampaignColumns[]; readonly excluded: ReadonlySet<number> }
  #telling: readonly TidyRow[] | undefined

  /** `campaigns` by ascending id; `excluded` holds ids of runs. */
  constructor(campaigns: readonly CampaignColumns[], excluded: ReadonlySet<number>) {
    this.source = { campaigns, excluded }
  }

  /** How many numbers there are. */
  get size(): number {
    return this.source.campaigns.reduce(
      (sum, { columns }) => columns.reduce((all, { values }) => all + values.length, sum),
      0,
    )
  }

  get telling(): readonly TidyRow[] {
    const { campaigns, excluded } = this.source
    return (this.#telling ??= campaigns.flatMap((campaign) => {
      const runIds = tellingRuns(campaign, excluded)
      return rowsOf(campaign, (runId) => runIds.has(runId))
    }))
  }

  matching(levels: Levels): readonly TidyRow[] {
    const { test, ...ofCase } = levels
    return this.source.campaigns.flatMap((campaign) => {
      const isShown = campaign.cases.map((own) => own !== undefined && hasLevels(own, ofCase))
      return rowsOf(
        campaign,
        (runId, caseNumber) => isShown[caseNumber] === true && !this.source.excluded.has(runId),
        test === undefined ? () => true : (column) => column.test === test,
      )
    })
  }

  /** Ids of the runs with such measurements that a person left out. */
  leftOut(): readonly number[] {
    if (this.source.excluded.size === 0) return []
    return this.source.campaigns.flatMap(({ columns }) => {
      const found = new Set<number>()
      for (const { runIds } of columns)
        for (const id of runIds) if (this.source.excluded.has(id)) found.add(id)
      return [...found].sort((a, b) => a - b)
    })
  }
}

function hasLevels(own: Levels, wanted: Levels): boolean {
  return Object.entries(wanted).every(([key, value]) => own[key] === value)
}

/** The first run of each set of cases and quantities that some run measured. */
function tellingRuns(
  { cases, columns }: CampaignColumns,
  excluded: ReadonlySet<number>,
): ReadonlySet<number> {
  const ids = distinct(columns.map(({ runIds }) => runIds))
  // Each set has a number; one that grows by a case and a quantity gets the number noted under the old one and these two.
  const numbers = new Map<number, number>()
  const setOfRun = new Uint32Array(ids.length)
  columns.forEach(({ runIds, cases: ofRuns }, column) => {
    let place = 0
    for (let at = 0; at < runIds.length; at++) {
      while (ids[place] !== runIds[at]) place++
      const grown = ((setOfRun[place] ?? 0) * columns.length + column) * cases.length + (ofRuns[at] ?? 0)
      const number = numbers.get(grown) ?? numbers.size + 1
      numbers.set(grown, number)
      setOfRun[place] = number
    }
  })
  const isKnown = new Uint8Array(numbers.size + 1)
  const telling = new Set<number>()
  for (let place = 0; place < ids.length; place++) {
    const [id, set] = [ids[place] ?? 0, setOfRun[place] ?? 0]
    if (isKnown[set] === 1 || excluded.has(id)) continue
    isKnown[set] = 1
    telling.add(id)
  }
  return telling
}

/** Every number of ascending lists once, ascending. */
function distinct(lists: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(lists.reduce((sum, list) => sum + list.length, 0))
  let end = 0
  for (const list of lists) {
    all.set(list, end)
    end += list.length
  }
  if (lists.length > 1) all.sort()
  return all.filter((one, at) => at === 0 || one !== all[at - 1])
}

/** Rows of some measurements by run, those of one run in the order of the columns. */
function rowsOf(
  campaign: CampaignColumns,
  isWanted: (runId: number, caseNumber: number) => boolean,
  ofQuantity: (column: MeasuredColumns) => boolean = () => true,
): TidyRow[] {
  const rows: TidyRow[] = []
  for (const column of campaign.columns) {
    if (!ofQuantity(column)) continue
    const { runIds, cases, repetitions, values } = column
    for (let at = 0; at < runIds.length; at++) {
      const [runId, caseNumber] = [runIds[at] ?? 0, cases[at] ?? 0]
      if (!isWanted(runId, caseNumber)) continue
      rows.push({
        campaignId: campaign.campaignId,
        runId,
        campaign: campaign.campaign,
        configuration: campaign.configuration,
        host: campaign.host,
        device: campaign.device,
        engine: campaign.engine,
        test: column.test,
        direction: column.direction,
        metric: column.metric,
        value: values[at] ?? NaN,
        unit: column.unit,
        repetition: repetitions[at] ?? 0,
        state: 'done',
        levels: campaign.cases[caseNumber] ?? {},
      })
    }
  }
  return rows.sort((one, other) => one.runId - other.runId)
}
