import {
  computed,
  hasInjectionContext,
  inject,
  shallowRef,
  type Component,
  type ComputedRef,
  type InjectionKey,
  type Ref,
  type ShallowRef,
} from 'vue'
import type { Destination } from '../../core/plan/destination'
import type { CampaignSummary } from '../../core/results/campaign'
import { ChartSpline, FileText, GitCompareArrows, Grid2x2Plus, Images, Play, Server } from '@lucide/vue'

export type RoomId = 'review' | 'design' | 'run' | 'results' | 'compare' | 'figures' | 'hosts'

export interface Room {
  readonly id: RoomId
  readonly label: string
  readonly icon: Component
}

/** What a room is asked to show when it is entered. */
export interface RoomTarget {
  readonly planId?: string
  readonly campaignId?: number
  readonly runId?: number
  readonly figureId?: number
  readonly hostId?: Destination
  /** A new plan is made: of this template, or an empty one where the text is empty. */
  readonly templateId?: string
  readonly metric?: string
}

export interface Rooms {
  readonly rooms: readonly Room[]
  readonly current: ComputedRef<Room>
  /** What this room (within one) or the current room was last asked to show; it may change while the room is open. */
  readonly target: Readonly<Ref<RoomTarget>>
  readonly go: (id: RoomId, target?: RoomTarget) => void
}

/** In the order of the rail. What each shows stands in frame/RoomOutlet.vue. */
const rooms: readonly Room[] = [
  { id: 'review', label: 'Review', icon: FileText },
  { id: 'design', label: 'Design', icon: Grid2x2Plus },
  { id: 'run', label: 'Run', icon: Play },
  { id: 'results', label: 'Results', icon: ChartSpline },
  { id: 'compare', label: 'Compare', icon: GitCompareArrows },
  { id: 'figures', label: 'Figures', icon: Images },
  { id: 'hosts', label: 'Hosts', icon: Server },
]

const currentId = shallowRef<RoomId>('review')
const targets: Readonly<Record<RoomId, ShallowRef<RoomTarget>>> = {
  review: shallowRef({}),
  design: shallowRef({}),
  run: shallowRef({}),
  results: shallowRef({}),
  compare: shallowRef({}),
  figures: shallowRef({}),
  hosts: shallowRef({}),
}
const current = computed(() => {
  const found = rooms.find(({ id }) => id === currentId.value) ?? rooms[0]
  if (!found) throw new Error('There is no room to show.')
  return found
})
const currentTarget = computed(() => targets[currentId.value].value)

/** Provided by the frame to everything within a room: which room that is. */
export const roomKey: InjectionKey<RoomId> = Symbol('room')

/** The room that has a figure of this campaign by itself. */
export function figureRoom({ onlyDifferences }: Pick<CampaignSummary, 'onlyDifferences'>): RoomId {
  return onlyDifferences ? 'compare' : 'results'
}

/** The rooms of a review and which one is shown. */
export function useRooms(): Rooms {
  const own = hasInjectionContext() ? inject(roomKey, undefined) : undefined
  return { rooms, current, target: own === undefined ? currentTarget : targets[own], go }
}

function go(id: RoomId, asked: RoomTarget = {}): void {
  targets[id].value = asked
  currentId.value = id
}
