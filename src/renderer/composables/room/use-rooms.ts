import {
  computed,
  hasInjectionContext,
  inject,
  onMounted,
  shallowRef,
  watch,
  type Component,
  type ComputedRef,
  type InjectionKey,
  type Ref,
  type ShallowRef,
} from 'vue'
import { roomIds, type RoomId } from '../../../core/contract/bridge'
import type { FigureSettings } from '../../../core/figures/kinds/figure-kinds'
import type { Destination } from '../../../core/plan/destination'
import type { CampaignSummary } from '../../../core/results/campaign/campaign'
import {
  ChartSpline,
  FileText,
  GitCompareArrows,
  Grid2x2Plus,
  Images,
  Library,
  Newspaper,
  Play,
  Server,
} from '@lucide/vue'

export type { RoomId }

export interface Room {
  readonly id: RoomId
  readonly label: string
  readonly icon: Component
}

/** What a room should show when it is entered. */
export interface RoomTarget {
  readonly planId?: string
  readonly campaignId?: number
  /** The running campaign, then the next one. */
  readonly followsRunning?: true
  readonly runId?: number
  readonly figureId?: number
  readonly hostId?: Destination
  /** Start the login to this host. */
  readonly logsIn?: true
  /** Create a new plan: from this template, or an empty one if the text is empty. */
  readonly templateId?: string
  /** Create the plans of this suite. */
  readonly suiteId?: string
  /** Ask what running all plans needs. */
  readonly runAll?: true
  /** Ask which two drives to compare. */
  readonly comparesDrives?: true
  /** Compare these campaigns, the first being the baseline. */
  readonly compared?: readonly [baselineId: number, candidateId: number]
  readonly metric?: string
  /** Ask how to export what the room shows. */
  readonly exports?: true
  readonly documentId?: number
  /** A figure that is not saved. */
  readonly settings?: FigureSettings
}

export interface Rooms {
  readonly rooms: readonly Room[]
  readonly current: ComputedRef<Room>
  /** What this room (within one) or the current room was last asked to show; it may change while the room is open. */
  readonly target: Readonly<Ref<RoomTarget>>
  readonly go: (id: RoomId, target?: RoomTarget) => void
}

/** What the rail shows of each; their content is in frame/RoomOutlet.vue. */
const looks: Readonly<Record<RoomId, Omit<Room, 'id'>>> = {
  review: { label: 'Review', icon: FileText },
  shelf: { label: 'Shelf', icon: Library },
  design: { label: 'Design', icon: Grid2x2Plus },
  run: { label: 'Run', icon: Play },
  results: { label: 'Results', icon: ChartSpline },
  compare: { label: 'Compare', icon: GitCompareArrows },
  figures: { label: 'Figures', icon: Images },
  report: { label: 'Report', icon: Newspaper },
  hosts: { label: 'Hosts', icon: Server },
}
const rooms: readonly Room[] = roomIds.map((id) => ({ id, ...looks[id] }))

const currentId = shallowRef<RoomId>('review')
const targets = new Map<RoomId, ShallowRef<RoomTarget>>(roomIds.map((id) => [id, shallowRef({})]))
function targetOf(id: RoomId): ShallowRef<RoomTarget> {
  const target = targets.get(id)
  if (!target) throw new Error(`There is no room ${id}.`)
  return target
}
const current = computed(() => {
  const found = rooms.find(({ id }) => id === currentId.value) ?? rooms[0]
  if (!found) throw new Error('There is no room to show.')
  return found
})
const currentTarget = computed(() => targetOf(currentId.value).value)

/** Provided by the frame to everything within a room: which room it is. */
export const roomKey: InjectionKey<RoomId> = Symbol('room')

/** The room that shows a figure of this campaign automatically. */
export function figureRoom({ onlyDifferences }: Pick<CampaignSummary, 'onlyDifferences'>): RoomId {
  return onlyDifferences ? 'compare' : 'results'
}

/** The rooms of a review and which one is shown. */
export function useRooms(): Rooms {
  const own = hasInjectionContext() ? inject(roomKey, undefined) : undefined
  return { rooms, current, target: own === undefined ? currentTarget : targetOf(own), go }
}

function go(id: RoomId, asked: RoomTarget = {}): void {
  targetOf(id).value = asked
  currentId.value = id
}

const answeredExports = new WeakSet<RoomTarget>()

/** Calls `act` once for each request to export what this room shows, as soon as the component is mounted. */
export function onExportRequest(act: () => unknown): void {
  const { target } = useRooms()
  onMounted(() =>
    watch(
      target,
      (asked) => {
        if (asked.exports !== true || answeredExports.has(asked)) return
        answeredExports.add(asked)
        act()
      },
      { immediate: true },
    ),
  )
}
