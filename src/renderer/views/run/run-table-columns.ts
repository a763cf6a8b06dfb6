import type { RunSummary } from '../../../core/results/run'
import { formatDuration } from '../../../core/units/durations'
import { formatLatency, formatIops, formatRate } from '../../../core/units/unit-scale'
import type { RowTableColumn } from '../../components/row-table/row-table'
import { numberAt, type CampaignRuns } from './campaign-runs'
import type { RunSortKey } from './run-order'

/** A column of the table of runs. Rows are runs by their place in the campaign. */
export interface RunTableColumn extends RowTableColumn {
  readonly text: (runs: CampaignRuns, place: number) => string
}

/** The columns; `labelOf` puts the case of a run into words. What the state column shows is a mark, and no text. */
export function runTableColumns(labelOf: (run: RunSummary) => string): readonly RunTableColumn[] {
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
    number('bytesPerSecond', 'Bandwidth', 104, formatRate),
    number('iops', 'IOPS', 92, formatIops),
    number('latencyNs', 'Mean latency', 116, formatLatency),
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

function number(
  key: RunSortKey & keyof CampaignRuns['columns'],
  label: string,
  width: number,
  format: (value: number) => string,
): RunTableColumn {
  const text: RunTableColumn['text'] = ({ columns }, place) => {
    const value = numberAt(columns[key], place)
    return value === undefined ? '' : format(value)
  }
  return { key, label, numeric: true, width, text }
}
