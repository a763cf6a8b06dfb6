import type { DocumentPurpose } from '../../core/contract/document-requests'
import type { CampaignFacts } from '../../core/results/campaign/campaign'
import { campaignDrive } from '../../core/results/campaign/campaign-naming'
import { listed } from '../../core/text/plain-text'
import { caseCount } from '../../core/plan/cases'
import type { ReviewReads } from '../store/review-reads'

/** The campaigns under review: its own ones, if it also has some that were taken from other results files to compare with. */
export function ownCampaigns(all: readonly CampaignFacts[]): readonly CampaignFacts[] {
  const own = all.filter(({ hostRecord }) => (hostRecord.takenFrom ?? []).length === 0)
  return own.length > 0 ? own : all
}

/** Those of a review, each synchronised one once. */
export function reviewCampaigns(review: ReviewReads): readonly CampaignFacts[] {
  return review
    .campaigns()
    .filter(({ leaderId }) => leaderId === undefined)
    .flatMap(({ id }) => review.campaignFacts(id) ?? [])
}

/** The template that fits what differs between the campaigns of a review; undefined if there is nothing to write about. */
export function purposeOf(review: ReviewReads): DocumentPurpose | undefined {
  const campaigns = ownCampaigns(reviewCampaigns(review))
  const scorecards = review.cards.scorecards().length
  if (campaigns.length === 0) {
    if (review.cards.devices().length > 0)
      return { template: 'drive-review', because: 'the file has device cards and no campaign' }
    return scorecards > 0
      ? { template: 'cache-software', because: 'the file has a scorecard and no campaign' }
      : undefined
  }
  const drives = drivesOf(campaigns)
  if (drives.size > 1 && !campaigns.every((one) => isOfDatabase(review, one)))
    return { template: 'drives', because: `the campaigns measured ${driveNames(drives)}` }
  if (campaigns.some(({ onlyDifferences }) => onlyDifferences === true))
    return { template: 'two-kernels', because: 'only differences were printed' }
  if (campaigns.every((one) => isOfDatabase(review, one)))
    return { template: 'databases', because: 'all results are of a database' }
  if (scorecards > 0) return { template: 'cache-software', because: 'the file has a scorecard' }
  for (const [noun, of] of factors) {
    const values = different(campaigns, of)
    if (values.length > 1)
      return { template: 'two-kernels', because: `the campaigns differ in ${noun}: ${listed(values)}` }
  }
  if (campaigns.every(({ source }) => source === 'published'))
    return { template: 'print', because: 'all results are from print' }
  if (campaigns.every(isOverTime))
    return { template: 'over-time', because: 'each campaign measured few cases for long, or until steady' }
  return {
    template: 'drive-review',
    because:
      drives.size === 1 ? 'the campaigns measured one drive' : 'no other template is about its campaigns',
  }
}

/** What campaigns of one drive may differ in. */
const factors: readonly (readonly [noun: string, of: (one: CampaignFacts) => string | undefined])[] = [
  ['kernel', ({ hostRecord }) => hostRecord.kernel],
  ['firmware', ({ hostRecord }) => hostRecord.device?.firmware],
  ['configuration', ({ configuration }) => (configuration === '' ? undefined : configuration)],
]

function different(
  campaigns: readonly CampaignFacts[],
  of: (one: CampaignFacts) => string | undefined,
): readonly string[] {
  return [...new Set(campaigns.flatMap((one) => of(one) ?? []))]
}

/** Up to this many are named. */
const mostNamed = 3

/** Their names, where each has its own and there are few. */
function driveNames(drives: ReadonlyMap<string, string>): string {
  const names = [...new Set(drives.values())]
  const areTold = names.length === drives.size && names.length <= mostNamed
  return areTold ? listed(names) : `${String(drives.size)} drives`
}

/** The drives that were measured, each once with its name: two samples of a model are two. */
function drivesOf(campaigns: readonly CampaignFacts[]): ReadonlyMap<string, string> {
  return new Map(
    campaigns.flatMap((campaign) => {
      const drive = campaign.withoutDrive ? undefined : campaignDrive(campaign)
      return drive === undefined
        ? []
        : [[drive.key, drive.name === '' ? campaign.device : drive.name] as const]
    }),
  )
}

const databaseMetrics = ['transactions', 'new_order_rate', 'queries']

function isOfDatabase(review: ReviewReads, { id }: CampaignFacts): boolean {
  return [...review.measuredQuantities(id), ...review.published([id])].some(({ metric }) =>
    databaseMetrics.includes(metric),
  )
}

/** From this run time on, in seconds, a run shows how a drive changes over time. */
const longRun = 600
/** More cases than this are a matrix, however long each of them took. */
const fewCases = 4

function isOverTime({ plan, source }: CampaignFacts): boolean {
  if (source === 'published') return false
  if (plan.untilSteady !== undefined) return true
  const { runtime, pattern } = plan.base
  const isLong = typeof runtime === 'number' && runtime >= longRun
  return caseCount(plan) <= fewCases && (isLong || (runtime === undefined && pattern === 'sequential-write'))
}
