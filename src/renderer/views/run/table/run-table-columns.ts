import type { RunSummary } from '../../../../core/results/run'
import { formatDuration } from '../../../../core/units/durations'
import { findMetric, formatMeasured } from '../../../../core/results/metrics'
import type { RowTableColumn } from '../../../components/row-table/row-table'
import { numberAt, type CampaignRuns } from '../campaign-runs'

/** A column of the table of runs. Rows are runs by their position in the campaign. */
export interface RunTableColumn extends RowTableColumn {
  readonly text: (runs: CampaignRuns, place: number) => string
}

/**
 * The columns, including those of these headline metrics; `labelOf` describes the case of a run in words. The state
 * column shows a mark instead of text.
 */
export function runTableColumns(
  labelOf: (run: RunSummary) => string,
  headlines: readonly string[],
): readonly RunTableColumn[] {
  return [
    { key: 'position', label: '#', numeric: true, width: 64, text: (_, place) => String(place + 1) },
    words('case', 'Case', 200, 23, (runs, place) => {
      const run = wholeRun(runs, place)
      return run === undefined ? '' : labelOf(run)
    }),
    {
      ...{ key: 'repetition', label: 'Run', numeric: true, width: 48, unsorted: true },
      text: ({ columns }, place) => {
        const repetition = columns.repetition[place] ?? 0
        return repetition === 0 ? '' : String(repetition)
      },
    },
    { key: 'state', label: 'State', numeric: false, width: 104, unsorted: true, text: () => '' },
    ...headlines.map(headlineColumn),
    {
      ...{ key: 'took', label: 'Took', numeric: true, width: 84 },
      text: ({ columns: { startedAtMs, finishedAtMs } }, place) => {
        const seconds = ((finishedAtMs[place] ?? NaN) - (startedAtMs[place] ?? NaN)) / 1000
        return Number.isNaN(seconds) ? '' : formatDuration(seconds)
      },
    },
    words('remarks', 'Remarks', 100, true, (runs, place) => {
      const run = wholeRun(runs, place)
      return run?.failure?.text ?? run?.warnings.map((warning) => warning.text).join(' ') ?? ''
    }),
  ]
}

function wholeRun({ columns, whole }: CampaignRuns, place: number): RunSummary | undefined {
  return whole(columns.id[place])
}

function words(
  key: string,
  label: string,
  width: number,
  grows: true | number,
  text: RunTableColumn['text'],
): RunTableColumn {
  return { key, label, numeric: false, width, grows, unsorted: true, text }
}

function headlineColumn(key: string): RunTableColumn {
  const metric = findMetric(key)
  const label = metric?.label ?? key
  return {
    ...{ key, label, numeric: true, width: Math.max(92, 32 + 7 * label.length) },
    text: ({ columns }, place) => {
      const value = numberAt(columns.headline[key], place)
      return value === undefined ? '' : formatMeasured(value, metric?.unit)
    },
  }
}
