import { defineAsyncComponent, type Component } from 'vue'
import type { RoomId } from '../composables/use-rooms'

/** What each room shows; loaded when it is first entered. */
export const roomViews: Readonly<Record<RoomId, Component>> = {
  review: defineAsyncComponent(() => import('../views/review/ReviewView.vue')),
  design: defineAsyncComponent(() => import('../views/design/DesignView.vue')),
  run: defineAsyncComponent(() => import('../views/run/RunView.vue')),
  results: defineAsyncComponent(() => import('../views/results/ResultsView.vue')),
  compare: defineAsyncComponent(() => import('../views/compare/CompareView.vue')),
  figures: defineAsyncComponent(() => import('../views/figures/FiguresView.vue')),
  hosts: defineAsyncComponent(() => import('../views/hosts/HostsView.vue')),
}
