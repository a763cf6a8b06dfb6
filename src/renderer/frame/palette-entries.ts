import { roomOfFigure } from './room-of-figure'
import type { HostSummary } from '../../core/contract/host-requests'
import type { CampaignSummary, ReviewSummary } from '../../core/contract/review'
import type { Theme } from '../../core/contract/shell-requests'
import { formatCount } from '../../core/units/number-format'
import type { PickItem } from '../components/pick-list/filter-items'
import { hostStateLabel } from '../components/host-state'
import type { Room, RoomId, RoomTarget } from '../composables/use-rooms'

/** One thing the palette finds, and what picking it does. */
export interface PaletteEntry extends PickItem {
  readonly act: () => unknown
}

/** What the entries set in motion. */
export interface PaletteActions {
  readonly go: (id: RoomId, target?: RoomTarget) => void
  readonly create: () => unknown
  readonly open: () => unknown
  readonly stop: (campaignId: number) => unknown
  readonly pause: (campaignId: number) => unknown
  readonly resume: (campaignId: number) => unknown
  readonly showInFolder: () => unknown
  readonly setTheme: (theme: Theme) => unknown
  readonly showShortcuts: () => unknown
}

const themes: readonly (readonly [Theme, string])[] = [
  ['light', 'Light theme'],
  ['dark', 'Dark theme'],
  ['system', 'Theme as the system'],
]

/** All that can be found by name in a review: what runs now first, then rooms, plans, campaigns, figures, hosts and actions. */
export function paletteEntries(
  rooms: readonly Pick<Room, 'id' | 'label'>[],
  review: ReviewSummary | undefined,
  actions: PaletteActions,
  hosts: readonly Pick<HostSummary, 'id' | 'name' | 'status' | 'loggingIn'>[] = [],
): readonly PaletteEntry[] {
  const campaigns = [...(review?.campaigns ?? [])].reverse()
  return [
    ...campaigns.flatMap((campaign) => campaignActions(campaign, actions)),
    ...rooms.map(({ id, label }) => ({ id: `room-${id}`, label, group: 'Rooms', act: () => actions.go(id) })),
    ...(review?.plans ?? []).map(({ id, name, runCount }) => ({
      id: `plan-${id}`,
      label: name,
      detail: runCount === 1 ? '1 run' : `${formatCount(runCount)} runs`,
      group: 'Plans',
      act: () => actions.go('design', { planId: id }),
    })),
    ...campaigns.map((campaign) => ({
      id: `campaign-${campaign.id}`,
      label: nameOf(campaign),
      detail: campaign.device,
      group: 'Campaigns',
      act: () => actions.go('run', { campaignId: campaign.id }),
    })),
    ...(review?.figures ?? []).map(({ id, name, settings }) => ({
      id: `figure-${id}`,
      label: name,
      group: 'Figures',
      act: () => actions.go(roomOfFigure(settings.kind), { figureId: id }),
    })),
    ...hosts.map((host) => ({
      id: `host-${host.id}`,
      label: host.name,
      detail: hostStateLabel(host).text,
      group: 'Hosts',
      act: () => actions.go('hosts', { hostId: host.id }),
    })),
    { id: 'create', label: 'New review …', group: 'Actions', act: actions.create },
    { id: 'open', label: 'Open …', group: 'Actions', act: actions.open },
    { id: 'folder', label: 'Show this file in its folder', group: 'Actions', act: actions.showInFolder },
    ...themes.map(([theme, label]) => ({
      id: `theme-${theme}`,
      label,
      group: 'Actions',
      act: () => actions.setTheme(theme),
    })),
    { id: 'shortcuts', label: 'Keyboard shortcuts', group: 'Actions', act: actions.showShortcuts },
  ]
}

function campaignActions(campaign: CampaignSummary, actions: PaletteActions): readonly PaletteEntry[] {
  const { id, state, source } = campaign
  const group = 'Now'
  if (state === 'running') {
    return [
      {
        id: `pause-${id}`,
        label: `Pause “${nameOf(campaign)}” after this run`,
        group,
        act: () => actions.pause(id),
      },
      { id: `stop-${id}`, label: `Stop “${nameOf(campaign)}” now`, group, act: () => actions.stop(id) },
    ]
  }
  const waits = source === 'measured' && (campaign.runsByState.waiting ?? 0) > 0
  if (!waits || state === 'stopping' || state === 'pausing') return []
  return [{ id: `resume-${id}`, label: `Resume “${nameOf(campaign)}”`, group, act: () => actions.resume(id) }]
}

function nameOf({ configuration, name }: CampaignSummary): string {
  return configuration || name
}
