import type { BinKind, Deleted } from '../../core/contract/review'
import { parseField } from '../../core/document/field'
import { richText } from '../../core/document/rich-text'
import type { StoredBlock } from '../../core/document/stored-document'
import { figureDefinition } from '../../core/figures/kinds/figure-kinds'
import { deviceLinks } from '../figures/figure-of-review'
import type { ReviewReads } from '../store/review-reads'

type Uses = Deleted['usedIn']

/** What shows or judges something of a review, directly or through a figure: figures, scorecards, then documents. */
export function usesOf(review: ReviewReads, kind: BinKind, key: number): Uses {
  switch (kind) {
    case 'campaign':
      return usesOfCampaigns(review, [key], true)
    case 'figure':
      return documentsWith(review, { figures: new Set([key]) })
    case 'scorecard':
      return usesOfScorecard(review, key)
    case 'device':
      return usesOfDevice(review, key)
    case 'plan':
    case 'document':
    case 'preset':
      return []
  }
}

function usesOfCampaigns(review: ReviewReads, ids: readonly number[], ofResults: boolean): Uses {
  const isAsked = (one: number) => ids.includes(one)
  const saved = review.figures()
  const cards = review.cards.scorecards()
  const comparisons = [
    ...saved.flatMap(({ settings }) => settings.comparison ?? []),
    ...cards.flatMap(({ card }) => card.categories.flatMap(({ measured }) => measured?.comparison ?? [])),
  ]
  const sides = new Map(
    review.sideCampaigns(comparisons).map((campaigns, at) => [comparisons[at], campaigns] as const),
  )
  const isCompared = (comparison: (typeof comparisons)[number] | undefined) =>
    [...(sides.get(comparison) ?? [])].some(isAsked)
  const figures = saved.filter(({ settings }) => {
    if (!ofResults && figureDefinition(settings.kind).usesDevices !== true) return false
    if (settings.comparison !== undefined) return isCompared(settings.comparison)
    if ('scorecard' in settings) return false
    return settings.campaignIds.length === 0 || settings.campaignIds.some(isAsked)
  })
  const scorecards = ofResults
    ? cards.filter(({ card }) => card.categories.some(({ measured }) => isCompared(measured?.comparison)))
    : []
  return [
    ...figures.map(({ name }) => ({ kind: 'figure' as const, name })),
    ...scorecards.map(({ name }) => ({ kind: 'scorecard' as const, name })),
    ...documentsWith(review, {
      campaigns: new Set(ids),
      figures: new Set(figures.map(({ id }) => id)),
      scorecards: new Set(scorecards.map(({ id }) => id)),
      ofResults,
    }),
  ]
}

function usesOfScorecard(review: ReviewReads, key: number): Uses {
  const card = review.cards.scorecards().find(({ id }) => id === key)
  const figures = review
    .figures()
    .filter(({ settings }) => 'scorecard' in settings && settings.scorecard === card?.name)
  return [
    ...figures.map(({ name }) => ({ kind: 'figure' as const, name })),
    ...documentsWith(review, {
      figures: new Set(figures.map(({ id }) => id)),
      scorecards: new Set([key]),
    }),
  ]
}

/** What needs prices, specifications or photos of the campaigns that measured a device. */
function usesOfDevice(review: ReviewReads, key: number): Uses {
  const name = review.cards.devices().find(({ id }) => id === key)?.name
  const ids = deviceLinks(review).devices.find((one) => one.name === name)?.campaignIds ?? []
  return ids.length === 0 ? [] : usesOfCampaigns(review, ids, false)
}

interface Shown {
  readonly figures?: ReadonlySet<number>
  readonly scorecards?: ReadonlySet<number>
  readonly campaigns?: ReadonlySet<number>
  /** Only what is known of devices, not what was measured, if false. */
  readonly ofResults?: boolean
}

function documentsWith(review: ReviewReads, shown: Shown): Uses {
  return review.documents.list().flatMap(({ id, name }): Uses => {
    const blocks = review.documents.read(id)?.blocks ?? []
    return blocks.some((block) => shows(block, shown)) ? [{ kind: 'document', name }] : []
  })
}

function shows(block: StoredBlock, shown: Shown): boolean {
  const { figures, scorecards, campaigns, ofResults = true } = shown
  switch (block.type) {
    case 'figure':
    case 'table':
      return figures?.has(block.figureId) === true
    case 'scorecard':
      return scorecards?.has(block.scorecardId) === true
    case 'facts': {
      if (campaigns === undefined || (!ofResults && block.about !== 'devices' && block.about !== 'drive'))
        return ofResults && quotes(block.edited?.markdown ?? '', shown)
      return block.campaignIds.length === 0 || block.campaignIds.some((id) => campaigns.has(id))
    }
    case 'text':
      return ofResults && quotes(block.markdown, shown)
    default:
      return false
  }
}

/** Whether a text has a number or a verdict of it. */
function quotes(markdown: string, { figures, campaigns }: Shown): boolean {
  let found = false
  richText(markdown, (source) => {
    const field = parseField(source)
    if (field?.kind === 'value') found ||= campaigns?.has(field.campaign) === true
    if (field?.kind === 'comparison') found ||= figures?.has(field.figure) === true
    return { text: '' }
  })
  return found
}
