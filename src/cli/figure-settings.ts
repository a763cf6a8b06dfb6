import type { ReviewReader } from '../bench/store/review-store'
import { usualMetric } from '../bench/figures/drawable-kinds'
import { allMetrics } from '../core/comparison/judge/compared-quantities'
import { takesFacet } from '../core/figures/cases/define-figure'
import {
  figureDefinition,
  figureKinds,
  needsComparison,
  ownValue,
  type FigureSettings,
} from '../core/figures/kinds/figure-kinds'
import { figureUnits } from '../core/results/display-unit'
import { findMetric, metrics } from '../core/results/metrics'
import { choiceOf, CommandError, type ParsedCommand } from './command'
import { comparisonSettings } from './export-options'
import { ownSettingsOf } from './over-time-options'

/** Settings of the figure that the options ask for. Throws a CommandError for options that contradict it or the review. */
export function figureSettingsOf(parsed: ParsedCommand, review: ReviewReader): FigureSettings {
  const kind = choiceOf(parsed, 'figure', figureKinds)
  if (kind === undefined)
    throw new CommandError('export: --figure is missing.', `Choose one of ${figureKinds.join(', ')}.`)
  const campaignIds = parsed.texts('campaign').map((text) => {
    const id = Number(text)
    if (Number.isInteger(id) && id > 0) return id
    throw new CommandError(
      `--campaign ${text}: that is not a campaign's id.`,
      "See 'benchwright show' for the campaigns.",
    )
  })
  const named = parsed.text('metric')
  const isAll = named === allMetrics && (kind === 'comparison-table' || kind === 'percent-difference')
  const metric = named === undefined || isAll ? usualMetric(review, campaignIds) : named
  const xKey = parsed.text('x')
  const facet = parsed.text('facet')
  if (facet !== undefined && !takesFacet(figureDefinition(kind)))
    throw new CommandError(
      `export: --facet has no effect on a ${kind} figure.`,
      'Leave it out, or choose another --figure.',
    )
  if (findMetric(metric) === undefined) {
    throw new CommandError(
      `--metric ${metric}: there is no such metric.`,
      `Choose one of ${metrics.map(({ id }) => id).join(', ')}.`,
    )
  }
  const title = parsed.text('title')
  const [test, ...otherTests] = needsComparison(kind) ? [] : parsed.texts('test')
  if (otherTests.length > 0)
    throw new CommandError(
      `export: --test is given ${otherTests.length + 1} times.`,
      `A ${kind} figure takes one test, or all of them without --test.`,
    )
  const unit = unitOf(parsed, metric)
  const usual = {
    metric,
    ...(test !== undefined && { fixed: { test } }),
    ...(unit !== undefined && { unit }),
    ...(parsed.flag('true-scale') && { xScale: 'true' as const }),
    ...(xKey !== undefined && { xKey }),
    ...(facet !== undefined && { facet }),
    campaignIds,
    ...(title !== undefined && { title }),
  }
  const settings = ownSettingsOf(
    parsed,
    needsComparison(kind)
      ? { ...usual, kind, comparison: comparisonSettings('export', parsed) }
      : { ...usual, kind },
  )
  refuseAnyScorecard(settings, review)
  return settings
}

/** A script must not depend on which of several scorecards comes first. */
function refuseAnyScorecard(settings: FigureSettings, review: ReviewReader): void {
  const isUnnamed =
    'scorecard' in figureDefinition(settings.kind).settings && !ownValue(settings, 'scorecard')
  const names = isUnnamed ? review.cards.scorecards().map(({ name }) => name) : []
  if (names.length < 2) return
  throw new CommandError(
    `export: ${review.path} has ${names.length} scorecards.`,
    `Name one: ${names.map((name) => `--set "scorecard=${name}"`).join(' or ')}.`,
  )
}

function unitOf(parsed: ParsedCommand, metric: string): string | undefined {
  const found = findMetric(metric)
  return found && choiceOf(parsed, 'unit', figureUnits(found.unit))
}
