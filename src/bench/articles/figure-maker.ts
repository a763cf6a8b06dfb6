import { usualMetricOf } from '../../core/engines/usual-metric'
import type { SavedFigure, StoredScorecard } from '../../core/contract/review'
import type { FactsSubject } from '../../core/document/stored-document'
import type { TemplateSection } from '../../core/document/templates'
import { holdsNothing } from '../../core/figures/kinds/build-figure'
import { cleanText } from '../../core/figures/figure/clean-text'
import type { CampaignRecords, FigureNeed } from '../../core/figures/cases/define-figure'
import {
  changedSettings,
  figureDefinition,
  figureSettingsSchema,
  ownValue,
  needsComparison,
  type FigureKind,
  type FigureSettings,
} from '../../core/figures/kinds/figure-kinds'
import { caseCount } from '../../core/plan/cases'
import type { CampaignFacts } from '../../core/results/campaign/campaign'
import { largestOf } from '../../core/iterables'
import { rankingSettings } from '../figures/ranking-settings'
import type { ReviewReads } from '../store/review-reads'
import { commandsText } from '../../core/document/method-text'
import { comparisonAnswers, mainComparison } from './comparison-answers'
import { factsSource } from './preview-document'
import { ownCampaigns, reviewCampaigns } from './purpose'
import { figureOfReview } from '../figures/figure-of-review'
import * as v from 'valibot'

/** Finds saved figures for sections, and creates missing ones if there is something to show. */
export class FigureMaker {
  readonly made: SavedFigure[] = []
  readonly #review: ReviewReads
  readonly #saved: readonly SavedFigure[]
  readonly #all: readonly CampaignFacts[]
  /** Those under review: its own ones, if it also has some that were taken from other results files to compare with. */
  readonly #campaigns: readonly CampaignFacts[]
  readonly #used = new Set<number>()

  /** What device cards and scorecards provide for figures. */
  readonly #onCards: Pick<CampaignRecords, 'hasPrices' | 'hasPromises' | 'hasScorecards'>

  constructor(review: ReviewReads) {
    this.#review = review
    this.#saved = review.figures()
    const devices = review.cards.devices().map(({ card }) => card)
    this.#onCards = {
      hasPrices: devices.some(({ price }) => price !== undefined),
      hasPromises: devices.some(({ promises = [] }) => promises.length > 0),
      hasScorecards: review.cards.scorecards().length > 0,
    }
    this.#all = reviewCampaigns(review)
    this.#campaigns = ownCampaigns(this.#all)
  }

  /** Ids of the campaigns under review; empty if all are. */
  get subjects(): readonly number[] {
    return this.#campaigns.length < this.#all.length ? this.#campaigns.map(({ id }) => id) : []
  }

  get #others(): readonly number[] {
    return this.#all.filter((one) => !this.#campaigns.includes(one)).map(({ id }) => id)
  }

  scorecards(): readonly StoredScorecard[] {
    return this.#review.cards.scorecards()
  }

  /**
   * False if the review can never say anything about it: mere scorecards were not measured, published results have no
   * runs.
   */
  hasFacts(about: FactsSubject): boolean {
    if (this.#campaigns.length === 0) return this.#review.summary().plans.length > 0
    if (about === 'commands')
      return commandsText(factsSource(this.#review, { about, campaignIds: this.subjects })) !== ''
    const isMeasured = this.#campaigns.some(({ source }) => source !== 'published')
    if (about === 'answer') return isMeasured || comparisonAnswers(this.#review).length > 0
    return about !== 'findings' || isMeasured
  }

  figuresOf(section: TemplateSection): readonly SavedFigure[] {
    const { figures: kinds = [], every, overAnyAxis = false } = section
    const over = section.ofMix === true ? 'read_percent' : section.over
    const found: SavedFigure[] = []
    for (const kind of kinds) {
      const own = this.#saved.filter(
        ({ id, settings }) =>
          settings.kind === kind &&
          !this.#used.has(id) &&
          isSetAs(settings, section.settings) &&
          (over === undefined || (settings.xKey ?? 'read_percent') === over),
      )
      // A result already shown over its own axis is not shown over another.
      const isShown =
        overAnyAxis && [...this.#saved, ...this.made].some(({ settings }) => settings.kind === kind)
      const figures = own.length > 0 ? own : isShown ? [] : this.#make(kind, section)
      for (const figure of figures) this.#used.add(figure.id)
      for (const figure of figures) found.push(figure)
      if (found.length > 0 && every !== true) break
    }
    return found
  }

  #make(kind: FigureKind, section: TemplateSection): readonly SavedFigure[] {
    let settings: FigureSettings | undefined
    let title: string
    try {
      const usual = this.#settingsOf(kind, section)
      if (usual === undefined) return []
      settings = section.settings ? changedSettings(usual, section.settings) : usual
      const drawn = figureOfReview(this.#review, settings, { mostRows: 1 })
      if (holdsNothing(drawn)) return []
      title = drawn.title
    } catch {
      // Nothing for a comparison that has to be accepted first, or without a metric that was measured or is shared.
      return []
    }
    const last = largestOf(
      [...this.#saved, ...this.made].map(({ id }) => id),
      0,
    )
    const unknown = largestOf(
      this.#review.unknownFigures().map(({ id }) => id),
      0,
    )
    const figure = {
      id: Math.max(last, unknown) + 1,
      name: cleanText(title, 180) || figureDefinition(kind).name,
      settings,
      modifiedAtMs: Date.now(),
    }
    this.made.push(figure)
    return [figure]
  }

  #settingsOf(
    kind: FigureKind,
    { over, overAnyAxis = false, acrossCampaigns = false, along = [] }: TemplateSection,
  ): FigureSettings | undefined {
    const definition = figureDefinition(kind)
    // Drives from the shelf are what the drive under review is ranked against.
    if (kind === 'ranking' && this.#others.length > 0) return rankingSettings(this.#review, this.#others)
    if (needsComparison(kind)) {
      if (acrossCampaigns && this.#others.length > 1) return undefined
      const comparison = mainComparison(this.#review)
      if (comparison === undefined) return undefined
      const varied = new Set(this.#campaigns.flatMap(({ plan }) => plan.axes.map(({ key }) => key)))
      if (acrossCampaigns && comparison.baseline.every(({ key }) => varied.has(key))) return undefined
      return checked({ kind, campaignIds: [], metric: 'iops', comparison })
    }
    const swept = this.#campaigns.flatMap(sweptKeys)
    const shown = new Set([...this.#saved, ...this.made].map(({ settings }) => settings.xKey))
    const usual = overAnyAxis ? swept.filter((key) => !shown.has(key)) : [over ?? 'read_percent']
    if (overAnyAxis && swept.length > 0 && usual.length === 0) return undefined
    const { xKeys = kind === 'mix-sweep' ? usual : [] } = definition
    const axisOf = (campaign: CampaignFacts) => xKeys.find((key) => sweptKeys(campaign).includes(key))
    const offered = (kind === 'price' ? this.#all : this.#campaigns).filter(
      (campaign) =>
        (xKeys.length === 0 || axisOf(campaign) !== undefined) &&
        (over === undefined || !sweptKeys(campaign).includes('read_percent')) &&
        (kind !== 'whole-drive' || writesOnce(campaign)) &&
        (definition.isOffered?.(this.#recordsOf(campaign)) ?? true),
    )
    // Plans that vary different parameters have different cases: one figure of both would show only the few they share.
    const shapeOf = (campaign: CampaignFacts) => JSON.stringify([...new Set(sweptKeys(campaign))].sort())
    const isOfRuns = ofRuns.has(definition.needs)
    const leading = isOfRuns ? bestOf(offered, along) : offered[0]
    const axis = leading && axisOf(leading)
    const campaigns =
      (xKeys.length === 0 && !isOfRuns) || leading === undefined
        ? offered
        : this.#campaigns.filter(
            (campaign) =>
              (offered.includes(campaign) && shapeOf(campaign) === shapeOf(leading)) ||
              (axis !== undefined && hasOneLevel(campaign, axis, leading)),
          )
    // Prices are on cards; they need no campaign.
    if (kind === 'price' && this.#campaigns.length === 0 && this.#onCards.hasPrices)
      return checked({ kind, campaignIds: [], metric: 'iops' })
    const [first] = campaigns
    const isAlone = kind === 'ranking' && new Set(campaigns.map(whatIsMeasured)).size < 2
    if (first === undefined || isAlone) return undefined
    const known = new Set(
      campaigns.flatMap(({ id }) => this.#review.measuredQuantities(id).map(({ metric }) => metric)),
    )
    for (const { metric } of this.#review.published(campaigns.map(({ id }) => id))) known.add(metric)
    const metric = usualMetricOf(campaigns, known)
    const xKey = axis ?? axisOf(first)
    const [panels, ...otherKeys] = sweptKeys(leading ?? first).filter((key) => !along.includes(key))
    const isPaneled = definition.needs === 'histograms' && panels !== undefined && otherKeys.length === 0
    if (metric === undefined) return undefined
    return checked({
      kind,
      campaignIds: campaigns.map(({ id }) => id),
      metric,
      ...(xKey !== undefined && { xKey }),
      ...(isPaneled && sweptKeys(leading ?? first).length > 1 && { facet: panels }),
      // A drive is known by its IOPS at the small end of block sizes and by its bandwidth at the large one.
      ...(xKey === 'block_size' && metric === 'bandwidth' && known.has('iops') && { secondMetric: 'iops' }),
      // Reads and writes are shown separately only if their mix was varied.
      ...((overAnyAxis || over !== undefined) && { directions: ['total'] }),
    })
  }

  #recordsOf({ id, plan }: CampaignFacts) {
    return {
      ...this.#onCards,
      recorded: this.#review.campaignSeries(id).quantities.map(({ metric }) => metric),
      hasRounds: plan.untilSteady !== undefined,
      hasHistograms: this.#review.runsWithHistograms(id).length > 0,
    }
  }
}

/** Whether settings have these values; one that is undefined has to be unset. */
function isSetAs(settings: FigureSettings, wanted: object = {}): boolean {
  return Object.entries(wanted).every(([key, value]) => ownValue(settings, key) === value)
}

/** What figures show of single runs, whose cases are only those of one kind of plan. */
const ofRuns: ReadonlySet<FigureNeed> = new Set(['histograms', 'series', 'rounds'])

/** The campaign that varied the first of these axes that any varied; else one with the fewest cases. */
function bestOf(campaigns: readonly CampaignFacts[], along: readonly string[]): CampaignFacts | undefined {
  for (const key of along) {
    const found = campaigns.find((campaign) => sweptKeys(campaign).includes(key))
    if (found) return found
  }
  return [...campaigns].sort((one, other) => caseCount(one.plan) - caseCount(other.plan))[0]
}

/** Campaigns of one drive in one configuration are not ranked against each other. */
function whatIsMeasured({ device, configuration }: CampaignFacts): string {
  return JSON.stringify([device, configuration])
}

/** Whether it writes its target in order and ends there, rather than after a time. */
function writesOnce({ plan: { base } }: CampaignFacts): boolean {
  return base.pattern === 'sequential-write' && base.runtime === undefined
}

/** Whether it is a point beside a sweep over an axis: it lists one level of it, and varies nothing that the sweep does not. */
function hasOneLevel(campaign: CampaignFacts, key: string, sweep: CampaignFacts): boolean {
  const { plan, sweptAxes = [] } = campaign
  return (
    [...plan.axes, ...sweptAxes].some((axis) => axis.key === key && axis.levels.length === 1) &&
    sweptKeys(campaign).every((one) => sweptKeys(sweep).includes(one))
  )
}

/** Keys of what a campaign varied, in the plan or within its runs. */
function sweptKeys({ plan, sweptAxes = [] }: CampaignFacts): readonly string[] {
  return [...plan.axes, ...sweptAxes].filter(({ levels }) => levels.length > 1).map(({ key }) => key)
}

function checked(settings: unknown): FigureSettings | undefined {
  const read = v.safeParse(figureSettingsSchema, settings)
  return read.success ? read.output : undefined
}
