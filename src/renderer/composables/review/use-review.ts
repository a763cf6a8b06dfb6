import { computed, effectScope, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import type { BenchEvent } from '../../../core/contract/bench-requests'
import { executingCampaign, type CampaignSummary } from '../../../core/results/campaign/campaign'
import type { ReviewSummary } from '../../../core/contract/review'
import { useBench } from '../use-bench'

export interface Review {
  /** The content of the results file; undefined until the bench has answered. Replaced as a whole, never mutated. */
  readonly summary: Readonly<ShallowRef<ReviewSummary | undefined>>
  /** The campaign that is running, pausing or stopping now; a whole job, not the part of one host. */
  readonly running: ComputedRef<CampaignSummary | undefined>
  /** Fetches the summary again, e.g. after the bench was restarted. */
  refresh(): Promise<void>
}

const summary = shallowRef<ReviewSummary>()
const running = computed(() => executingCampaign(summary.value?.campaigns ?? []))
let listening = false

/** The review of this window, kept up to date by the bench's events. */
export function useReview(): Review {
  if (!listening) {
    listening = true
    // Detached: the summary outlives the component that asked first.
    effectScope(true).run(() =>
      useBench().onEvent((event) => {
        summary.value = summaryAfter(summary.value, event)
      }),
    )
  }
  return { summary, running, refresh }
}

async function refresh(): Promise<void> {
  summary.value = await useBench().request('review.summary', {})
}

/** The summary updated with an event. */
export function summaryAfter(
  before: ReviewSummary | undefined,
  event: BenchEvent,
): ReviewSummary | undefined {
  if (event.type === 'review-changed') return event.summary
  if (event.type !== 'campaign-changed' || !before) return before
  const { campaign } = event
  const known = before.campaigns.some(({ id }) => id === campaign.id)
  const campaigns = known
    ? before.campaigns.map((other) => (other.id === campaign.id ? campaign : other))
    : [...before.campaigns, campaign]
  return { ...before, campaigns }
}
