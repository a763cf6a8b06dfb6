import { campaignAnswers } from '../../../src/bench/serve/answers/campaign-answers'
import type { ReviewReads } from '../../../src/bench/store/review-reads'
import { takesFacet, takesSecondMetric } from '../../../src/core/figures/cases/define-figure'
import { figureDefinition, type FigureSettings } from '../../../src/core/figures/kinds/figure-kinds'
import type { CampaignFacts } from '../../../src/core/results/campaign/campaign'
import {
  draws,
  hasField,
  kindChoices,
  xChoicesOf,
} from '../../../src/renderer/views/results/controls/figure-choices'
import { metricChoices } from '../../../src/renderer/views/results/controls/metric-choices'
import { axesOf } from '../../../src/renderer/views/results/controls/use-campaign-choices'

/** What a window is told of a campaign: with what was measured and recorded, by which it offers figures. */
function factsForWindow(review: ReviewReads, campaignId: number): CampaignFacts {
  const session = { review } as Parameters<(typeof campaignAnswers)['campaign.get']>[0]
  return campaignAnswers['campaign.get'](session, { campaignId }) as CampaignFacts
}

/** Every choice of metric, of x, of panels and of a second metric that the window offers, one at a time. */
export function* offeredFigures(review: ReviewReads): Generator<FigureSettings> {
  const campaigns = review.campaigns().map(({ id }) => factsForWindow(review, id))
  const axes = axesOf(campaigns)
  const quantities = campaigns.flatMap(({ quantities: own }) => own ?? [])
  const recorded = campaigns.flatMap((one) => one.recorded?.quantities ?? [])
  const kinds = kindChoices({
    axes,
    records: {
      recorded: [...new Set(recorded.map(({ metric }) => metric))],
      hasRounds: campaigns.some(({ plan }) => plan.untilSteady !== undefined),
      hasHistograms: campaigns.some((one) => one.hasHistograms === true),
      hasPrices: review.cards.devices().some(({ card }) => card.price !== undefined),
      hasScorecards: review.cards.scorecards().length > 0,
      hasPromises: review.cards.devices().some(({ card }) => (card.promises ?? []).length > 0),
    },
  })
  for (const { value: kind } of kinds) {
    const definition = figureDefinition(kind)
    const metrics = metricChoices(quantities, definition).filter(({ metric }) => draws(kind, metric))
    const [first] = metrics
    const usual = { kind, campaignIds: [], metric: first?.metric ?? 'bandwidth' } as FigureSettings
    const xs = xChoicesOf(kind, axes)
    for (const { metric, directions } of hasField(kind, 'metric') ? metrics : [usual])
      yield { ...usual, metric, ...(directions && { directions }) }
    for (const { value: xKey } of xs) yield { ...usual, xKey }
    if (takesFacet(definition)) for (const { key } of axes) yield { ...usual, facet: key }
    if (takesSecondMetric(definition))
      for (const { value } of metrics) yield { ...usual, secondMetric: value }
  }
}
