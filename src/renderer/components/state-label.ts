import type { CampaignState } from '../../core/results/campaign'
import type { RunState } from '../../core/results/run'

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
