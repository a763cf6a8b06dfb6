import type { CampaignState, CampaignSummary } from '../../../core/results/campaign/campaign'
import type { RunState } from '../../../core/results/run'
import { formatCount } from '../../../core/units/number-format'

/** The label of a state and the colour token that marks it. */
export interface StateLabel {
  readonly text: string
  readonly tone: 'quiet' | 'accent' | 'good' | 'warning' | 'danger'
}

/** The colour of a mark or a bar with this tone. */
export function toneColor(tone: StateLabel['tone']): string {
  return tone === 'quiet' ? 'var(--line-strong)' : `var(--${tone})`
}

/** The only labels of run and campaign states in the window. */
export const stateLabels: Readonly<Record<RunState | CampaignState, StateLabel>> = {
  waiting: { text: 'Waiting', tone: 'quiet' },
  running: { text: 'Running', tone: 'accent' },
  pausing: { text: 'Pausing after this run', tone: 'accent' },
  paused: { text: 'Paused', tone: 'warning' },
  stopping: { text: 'Stopping', tone: 'warning' },
  stopped: { text: 'Stopped', tone: 'warning' },
  interrupted: { text: 'Interrupted', tone: 'warning' },
  done: { text: 'Done', tone: 'good' },
  failed: { text: 'Failed', tone: 'danger' },
  skipped: { text: 'Skipped', tone: 'quiet' },
  unknown: { text: 'Host not reached', tone: 'warning' },
}

/** The label of a run's or a campaign's state. A campaign with failed runs says how many, in the colour of failures. */
export function stateLabelOf({
  state,
  runsByState,
}: {
  readonly state: RunState | CampaignState
  readonly runsByState?: CampaignSummary['runsByState'] | undefined
}): StateLabel {
  const failed = runsByState?.failed ?? 0
  const own = stateLabels[state]
  return failed === 0 ? own : { text: `${own.text}, ${formatCount(failed)} failed`, tone: 'danger' }
}
