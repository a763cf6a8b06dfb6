import { findEngine } from '../../../core/engines/registry'
import { findMetric, formatMeasured } from '../../../core/results/metrics'
import { dateOf, type ShelfEntry } from '../../../core/results/shelf'
import { absentText, formatCount } from '../../../core/units/number-format'
import type { RowOrder, RowTableColumn } from '../../components/row-table/row-table'

/** A column of the shelf. */
export interface ShelfColumn extends RowTableColumn {
  readonly text: (entry: ShelfEntry) => string
  /** The sort key; undefined is last in either direction. */
  readonly sortKey?: (entry: ShelfEntry) => string | number | undefined
}

/** A campaign's name on the shelf; the files number their campaigns independently. */
export function entryKey({ file, campaign }: ShelfEntry): string {
  return JSON.stringify([file.path, campaign.id])
}

/** More number columns do not fit a narrow window. */
const mostMetrics = 3

/** Device, campaign, engine, date and results, the metrics that most campaigns have, and the file. */
export function shelfColumns(entries: readonly ShelfEntry[]): readonly ShelfColumn[] {
  return [
    {
      ...{ key: 'select', label: 'Select', numeric: false, width: 32, unsorted: true, hidesLabel: true },
      text: () => '',
    },
    words('device', 'Device', 190, ({ campaign }) => campaign.device, { grows: true }),
    words('campaign', 'Campaign', 130, ({ campaign }) => campaignText(campaign), { grows: true }),
    words('engine', 'Engine', 76, ({ campaign }) => engineText(campaign.engine), { leaves: 2 }),
    {
      ...{ key: 'date', label: 'Date', numeric: true, width: 98 },
      text: ({ campaign }) => dateOf(campaign) ?? absentText,
      sortKey: ({ campaign }) => campaign.createdAtMs,
    },
    {
      ...{ key: 'results', label: 'Results', numeric: true, width: 70, leaves: 1 },
      text: ({ campaign }) => formatCount(campaign.runs + campaign.publishedResults),
      sortKey: ({ campaign }) => campaign.runs + campaign.publishedResults,
    },
    ...usualMetrics(entries).map((id, at): ShelfColumn => {
      const metric = findMetric(id)
      const label = metric?.label ?? id
      return {
        ...{ key: `best-${id}`, label, numeric: true, width: Math.max(84, 28 + 6.5 * label.length) },
        ...(at > 0 && { leaves: 10 - at }),
        text: ({ campaign }) =>
          campaign.best[id] === undefined ? absentText : formatMeasured(campaign.best[id], metric?.unit),
        sortKey: ({ campaign }) => campaign.best[id],
      }
    }),
    words('file', 'File', 110, ({ file }) => file.path, { grows: true, leaves: 3 }),
    {
      ...{ key: 'open', label: 'Open', numeric: false, width: 36, unsorted: true, hidesLabel: true },
      text: () => '',
    },
  ]
}

function words(
  key: string,
  label: string,
  width: number,
  text: (entry: ShelfEntry) => string,
  more: Pick<ShelfColumn, 'grows' | 'leaves'>,
): ShelfColumn {
  return { key, label, numeric: false, width, text, sortKey: text, ...more }
}

function campaignText({ name, configuration }: ShelfEntry['campaign']): string {
  return configuration === '' ? name : `${configuration} · ${name}`
}

function engineText(engine: string): string {
  const [id = '', version] = engine.split(' ')
  if (id === 'unknown') return absentText
  const name = findEngine(id)?.description.name ?? id
  return version === undefined ? name : `${name} ${version}`
}

function usualMetrics(entries: readonly ShelfEntry[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { campaign } of entries)
    for (const metric of Object.keys(campaign.best)) counts.set(metric, (counts.get(metric) ?? 0) + 1)
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, mostMetrics)
    .map(([metric]) => metric)
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** The entries in the given order, or in the order of the files on the shelf if none is given. */
export function orderedEntries(
  entries: readonly ShelfEntry[],
  columns: readonly ShelfColumn[],
  order: RowOrder | undefined,
): readonly ShelfEntry[] {
  const keyOf = columns.find(({ key }) => key === order?.key)?.sortKey
  if (!keyOf || !order) return entries
  const sign = order.descending ? -1 : 1
  return entries
    .map((entry) => ({ entry, key: keyOf(entry) }))
    .sort(({ key: one }, { key: other }) => {
      if (one === undefined || other === undefined)
        return Number(one === undefined) - Number(other === undefined)
      if (typeof one === 'number' && typeof other === 'number') return sign * (one - other)
      return sign * collator.compare(String(one), String(other))
    })
    .map(({ entry }) => entry)
}
