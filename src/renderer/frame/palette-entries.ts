import { summaryNames } from '../../core/results/campaign/campaign-naming'
import { roomOfFigure } from '../composables/room/room-of-figure'
import type { HostSummary } from '../../core/contract/host-requests'
import type { CampaignSummary } from '../../core/results/campaign/campaign'
import type { ReviewSummary } from '../../core/contract/review'
import type { AppFacts, Theme } from '../../core/contract/shell-requests'
import { suites } from '../../core/plan/templates/suites'
import { templates } from '../../core/plan/templates/templates'
import { metrics } from '../../core/results/metrics'
import { formatCount } from '../../core/units/number-format'
import type { PickItem } from '../components/pick-list/filter-items'
import { hostStateLabel } from '../components/marks/host-state'
import { figureNames, planNames } from '../composables/review/names-apart'
import type { RoomAction } from '../composables/room/use-room-actions'
import type { Room, RoomId, RoomTarget } from '../composables/room/use-rooms'

/** One entry of the palette, and what picking it does. */
export interface PaletteEntry extends PickItem {
  readonly act: () => unknown
}

/** The actions of the entries. */
export interface PaletteActions {
  readonly go: (id: RoomId, target?: RoomTarget) => void
  readonly create: () => unknown
  readonly open: () => unknown
  readonly stop: (campaignId: number) => unknown
  readonly pause: (campaignId: number) => unknown
  readonly resume: (campaignId: number) => unknown
  readonly showInFolder: () => unknown
  readonly importPlan: () => unknown
  readonly setNotifications: (shown: boolean) => unknown
  readonly setRedactSerials: (redact: boolean) => unknown
  readonly command: (command: 'undo' | 'redo' | 'import' | 'merge' | 'save-copy') => unknown
  readonly setTheme: (theme: Theme) => unknown
  readonly showShortcuts: () => unknown
}

/** The settings as they are. */
export interface PaletteSettings extends Partial<Pick<AppFacts, 'theme' | 'notifications'>> {
  readonly redactSerials: boolean
}

const themes: readonly (readonly [Theme, string])[] = [
  ['light', 'Light theme'],
  ['dark', 'Dark theme'],
  ['system', 'Theme as the system'],
]

/**
 * Everything that can be found by name in a review: running campaigns first, then rooms, plans, campaigns, figures,
 * hosts, actions (those of the room in view first), templates, metrics and settings.
 */
export function paletteEntries(
  rooms: readonly Pick<Room, 'id' | 'label'>[],
  review: ReviewSummary | undefined,
  actions: PaletteActions,
  hosts: readonly Pick<HostSummary, 'id' | 'name' | 'status' | 'loggingIn'>[] = [],
  settings?: PaletteSettings,
  ofRoom: readonly RoomAction[] = [],
): readonly PaletteEntry[] {
  const campaigns = [...(review?.campaigns ?? [])].reverse()
  const names = summaryNames(review?.campaigns ?? [])
  const namesOfPlans = planNames(review?.plans ?? [])
  const namesOfFigures = figureNames(review?.figures ?? [])
  const nameOf = ({ id, name }: CampaignSummary) => names.get(id) ?? name
  const hasResults = campaigns.some(
    ({ runsByState, publishedResults }) => (runsByState.done ?? 0) > 0 || publishedResults > 0,
  )
  return [
    ...campaigns.flatMap((campaign) =>
      campaignActions(campaign, nameOf(campaign), review?.readOnly === true, actions),
    ),
    ...rooms.map(({ id, label }) => ({ id: `room-${id}`, label, group: 'Rooms', act: () => actions.go(id) })),
    ...(review?.plans ?? []).map(({ id, name, runCount }) => ({
      id: `plan-${id}`,
      label: namesOfPlans.get(id) ?? name,
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
      label: namesOfFigures.get(id) ?? name,
      group: 'Figures',
      act: () => actions.go(roomOfFigure(settings.kind), { figureId: id }),
    })),
    ...(review?.documents ?? []).map(({ id, name }) => ({
      id: `document-${id}`,
      label: name,
      group: 'Documents',
      act: () => actions.go('report', { documentId: id }),
    })),
    ...hosts.map((host) => ({
      id: `host-${host.id}`,
      label: host.name,
      detail: hostStateLabel(host).text,
      group: 'Hosts',
      act: () => actions.go('hosts', { hostId: host.id }),
    })),
    ...ofRoom.map((action) => ({ ...action, group: 'Actions' })),
    { id: 'create', label: 'New review…', group: 'Actions', act: actions.create },
    { id: 'open', label: 'Open…', group: 'Actions', act: actions.open },
    { id: 'folder', label: 'Show this file in its folder', group: 'Actions', act: actions.showInFolder },
    {
      ...{ id: 'save-copy', label: 'Save a copy of this review…', group: 'Actions' },
      act: () => actions.command('save-copy'),
    },
    ...(review === undefined || review.readOnly ? [] : [importAction(actions), mergeAction(actions)]),
    ...(review === undefined ? [] : exportActions(review, hasResults, actions)),
    { id: 'undo', label: 'Undo', group: 'Actions', act: () => actions.command('undo') },
    { id: 'redo', label: 'Redo', group: 'Actions', act: () => actions.command('redo') },
    { id: 'shortcuts', label: 'Keyboard shortcuts', group: 'Actions', act: actions.showShortcuts },
    ...(review === undefined || review.readOnly ? [] : planActions(actions)),
    ...(hasResults ? metricActions(actions) : []),
    ...settingActions(actions, settings),
  ]
}

function importAction(actions: PaletteActions): PaletteEntry {
  return {
    id: 'import',
    label: 'Import results…',
    detail: 'fio, IOzone, printed tables',
    group: 'Actions',
    act: () => actions.command('import'),
  }
}

function mergeAction(actions: PaletteActions): PaletteEntry {
  return {
    id: 'merge',
    label: 'Merge a review into this one…',
    detail: 'campaigns, plans, figures, documents, cards',
    group: 'Actions',
    act: () => actions.command('merge'),
  }
}

/** Where a room has something to export. */
function exportActions(
  { figures, documents }: ReviewSummary,
  hasResults: boolean,
  { go }: PaletteActions,
): readonly PaletteEntry[] {
  const choices = [
    { room: 'results', label: 'Export the figure in Results…', isOffered: hasResults },
    { room: 'compare', label: 'Export the comparison…', isOffered: hasResults },
    { room: 'figures', label: 'Export all saved figures…', isOffered: figures.length > 0 },
    { room: 'report', label: 'Export the document…', isOffered: documents.length > 0 },
  ] as const
  return choices
    .filter(({ isOffered }) => isOffered)
    .map(({ room, label }) => ({
      id: `export-${room}`,
      label,
      group: 'Actions',
      act: () => go(room, { exports: true }),
    }))
}

function planActions(actions: PaletteActions): readonly PaletteEntry[] {
  const group = 'New plan'
  return [
    ...templates.map(({ id, title, description }) => ({
      id: `template-${id}`,
      label: title,
      detail: 'template',
      help: description,
      group,
      act: () => actions.go('design', { templateId: id }),
    })),
    ...suites.map(({ id, title, description }) => ({
      id: `suite-${id}`,
      label: title,
      detail: 'suite',
      help: description,
      group,
      act: () => actions.go('design', { suiteId: id }),
    })),
    { id: 'plan-empty', label: 'Empty plan', group, act: () => actions.go('design', { templateId: '' }) },
    { id: 'plan-import', label: 'Plan from a file (JSON)…', group, act: actions.importPlan },
  ]
}

function metricActions(actions: PaletteActions): readonly PaletteEntry[] {
  return metrics.map(({ id, label, aliases }) => ({
    id: `metric-${id}`,
    label,
    detail: aliases.join(', '),
    group: 'Metrics in Results',
    act: () => actions.go('results', { metric: id }),
  }))
}

function settingActions(
  actions: PaletteActions,
  settings: PaletteSettings | undefined,
): readonly PaletteEntry[] {
  const group = 'Settings'
  const shown = settings?.notifications !== false
  const redact = settings?.redactSerials === true
  return [
    ...themes.map(([theme, label]) => ({
      id: `theme-${theme}`,
      label,
      ...(settings?.theme === theme && { detail: 'now' }),
      group,
      act: () => actions.setTheme(theme),
    })),
    {
      id: 'notifications',
      label: shown ? 'Turn desktop notifications off' : 'Turn desktop notifications on',
      detail: 'when a campaign ends, fails or needs you',
      group,
      act: () => actions.setNotifications(!shown),
    },
    {
      id: 'serials',
      label: redact ? 'Keep serial numbers in exports' : 'Leave serial numbers out of exports',
      detail: 'of drives',
      group,
      act: () => actions.setRedactSerials(!redact),
    },
  ]
}

/** The part of one host is paused, stopped and resumed with the whole. */
function campaignActions(
  campaign: CampaignSummary,
  name: string,
  readOnly: boolean,
  actions: PaletteActions,
): readonly PaletteEntry[] {
  const { id, state, source, leaderId } = campaign
  if (leaderId !== undefined) return []
  const group = 'Now'
  if (state === 'running') {
    return [
      {
        id: `pause-${id}`,
        label: `Pause “${name}” after this run`,
        group,
        act: () => actions.pause(id),
      },
      { id: `stop-${id}`, label: `Stop “${name}” now`, group, act: () => actions.stop(id) },
    ]
  }
  const waits = source === 'measured' && (campaign.runsByState.waiting ?? 0) > 0
  if (!waits || readOnly || state === 'stopping' || state === 'pausing') return []
  return [{ id: `resume-${id}`, label: `Resume “${name}”`, group, act: () => actions.resume(id) }]
}
