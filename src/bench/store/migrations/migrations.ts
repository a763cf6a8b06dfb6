import { first } from './001-first'
import { published } from './002-published'
import { swept } from './003-swept'
import { excludedRuns } from './004-excluded-runs'
import { presets } from './005-presets'
import { members } from './006-members'
import { rowDigests } from './007-row-digests'
import { observations } from './008-observations'
import { devices } from './009-devices'
import { documents } from './010-documents'
import { printedForms } from './011-printed-forms'
import { seriesLabels } from './012-series-labels'
import { bin } from './013-bin'
import type { Migration } from './migration'

/** All steps of the file format, oldest first. The last one's version is the version this program writes. */
export const migrations: readonly Migration[] = [
  first,
  published,
  swept,
  excludedRuns,
  presets,
  members,
  rowDigests,
  observations,
  devices,
  documents,
  printedForms,
  seriesLabels,
  bin,
]

/** Version of the format after all steps. */
export function latestVersion(series: readonly Migration[]): number {
  return series[series.length - 1]?.version ?? 0
}
