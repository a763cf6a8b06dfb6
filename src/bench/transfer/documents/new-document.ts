import { largestOf } from '../../../core/units/iterables'
import { randomUUID } from 'node:crypto'
import { usualMetricOf } from '../../../core/engines/registry'
import type { SavedFigure, StoredScorecard } from '../../../core/contract/review'
import type {
  DocumentContent,
  FactsSubject,
  StoredBlock,
  TemplateName,
} from '../../../core/document/stored-document'
import { documentTemplate, type TemplateSection } from '../../../core/document/templates'
import { holdsNothing } from '../../../core/figures/build-figure'
import type { CampaignRecords, FigureNeed } from '../../../core/figures/define-figure'
import {
  figureDefinition,
  needsComparison,
  type FigureKind,
  type FigureSettings,
} from '../../../core/figures/figure-kinds'
import { figureSettingsSchema } from '../../../core/figures/figure-kinds'
import { cleanText } from '../../../core/figures/clean-text'
import { caseCount } from '../../../core/plan/cases'
import type { CampaignFacts } from '../../../core/results/campaign'
import type { ReviewReader, ReviewWriter } from '../../store/review-store'
import { figureOfReview } from '../figure-of-review'
import * as v from 'valibot'

/** An unsaved document, with the figures that it needs and the review does not have. */
export interface DocumentDraft {
  readonly document: DocumentContent
  /** Under ids that no saved figure has. */
  readonly figures: readonly SavedFigure[]
}

/**
 * The template that fits the contents of a review: two sides that differ in one thing are compared, scorecards without
 * devices are about software, anything else is a drive. Undefined if there is nothing to write about.
 */
export function fittingTemplate(review: ReviewReader): TemplateName | undefined {
  const campaigns = review.campaigns().filter(({ leaderId }) => leaderId === undefined)
  const devices = new Set(campaigns.map(({ device }) => device))
  if (campaigns.length === 0) {
    if (review.cards.devices().length > 0) return 'drive-review'
    return review.cards.scorecards().length > 0 ? 'cache-software' : undefined
  }
  if (campaigns.some(({ onlyDifferences }) => onlyDifferences === true)) return 'two-kernels'
  return campaigns.length === 2 && devices.size === 1 ? 'two-kernels' : 'drive-review'
}

/** A new document from a template, with saved figures of the review that fit, and new ones for the rest. */
export function draftDocument(review: ReviewReader, template: TemplateName, name?: string): DocumentDraft {
  const { label, sections } = documentTemplate(template)
  const maker = new FigureMaker(review)
  // A sweep over whatever was varied is searched last, so that it repeats no figure of another section.
  const isLast = ({ overAnyAxis }: TemplateSection) => overAnyAxis === true
  const inTurn = [...sections.filter((one) => !isLast(one)), ...sections.filter(isLast)]
  const made = new Map(inTurn.map((section) => [section, sectionBlocks(section, maker)]))
  const blocks = sections.flatMap((section) => made.get(section) ?? [])
  const { title } = review.summary()
  const document: DocumentContent = {
    name: name ?? freeName(review, label),
    title: cleanText(title === '' ? label : title, 200),
    author: '',
    template,
    blocks: blocks.length > 0 ? blocks : [{ id: newId(), type: 'text', markdown: '' }],
  }
  return { document, figures: maker.made }
}

/** Saves a draft with its figures; the figures get the ids of the file. */
export function saveDraft(review: ReviewWriter, { document, figures }: DocumentDraft) {
  const ids = new Map(figures.map(({ id, name, settings }) => [id, review.saveFigure({ name, settings }).id]))
  const blocks = document.blocks.map((block) =>
    block.type === 'figure' || block.type === 'table'
      ? { ...block, figureId: ids.get(block.figureId) ?? block.figureId }
      : block,
  )
  return review.documents.save({ ...document, blocks }, undefined)
}

function sectionBlocks(section: TemplateSection, maker: FigureMaker): readonly StoredBlock[] {
  const found = maker.figuresOf(section)
  const scorecards = section.scorecards === true ? maker.scorecards() : []
  const facts = (section.facts ?? []).filter((about) => maker.hasFacts(about))
  const isOfFacts = section.facts?.includes('method') === true
  const isKept = section.always === true && (!isOfFacts || facts.length > 0)
  if (found.length === 0 && scorecards.length === 0 && !isKept) return []
  return [
    { id: newId(), type: 'heading', level: 2, text: section.heading },
    ...facts.map((about): StoredBlock => ({ id: newId(), type: 'facts', about, campaignIds: [] })),
    { id: newId(), type: 'text', markdown: '' },
    ...scorecards.map(({ id }): StoredBlock => ({ id: newId(), type: 'scorecard', scorecardId: id })),
    ...found.map((figure): StoredBlock =>
      figureDefinition(figure.settings.kind).form === 'table'
        ? { id: newId(), type: 'table', figureId: figure.id }
        : { id: newId(), type: 'figure', figureId: figure.id, withTable: true },
    ),
  ]
}

function newId(): string {
  return randomUUID().slice(0, 13)
}

function freeName(review: ReviewReader, label: string): string {
  const taken = new Set(review.documents.list().map(({ name }) => name))
  if (!taken.has(label)) return label
  for (let number = 2; ; number++)
    if (!taken.has(`${label} ${String(number)}`)) return `${label} ${String(number)}`
}

/** Finds saved figures for sections, and creates missing ones if there is something to show. */
class FigureMaker {
  readonly made: SavedFigure[] = []
  readonly #review: ReviewReader
  readonly #saved: readonly SavedFigure[]
  readonly #campaigns: readonly CampaignFacts[]
  readonly #used = new Set<number>()

  /** What device cards and scorecards provide for figures. */
  readonly #onCards: Pick<CampaignRecords, 'hasPrices' | 'hasPromises' | 'hasScorecards'>

  constructor(review: ReviewReader) {
    this.#review = review
    this.#saved = review.figures()
    const devices = review.cards.devices().map(({ card }) => card)
    this.#onCards = {
      hasPrices: devices.some(({ price }) => price !== undefined),
      hasPromises: devices.some(({ promises = [] }) => promises.length > 0),
      hasScorecards: review.cards.scorecards().length > 0,
    }
    this.#campaigns = review
      .campaigns()
      .filter(({ leaderId }) => leaderId === undefined)
      .flatMap(({ id }) => review.campaignFacts(id) ?? [])
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
    return about !== 'findings' || this.#campaigns.some(({ source }) => source !== 'published')
  }

  figuresOf(section: TemplateSection): readonly SavedFigure[] {
    const { figures: kinds = [], every, over, overAnyAxis = false } = section
    const found: SavedFigure[] = []
    for (const kind of kinds) {
      const own = this.#saved.filter(
        ({ id, settings }) =>
          settings.kind === kind && !this.#used.has(id) && (over === undefined || settings.xKey === over),
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
    const settings = this.#settingsOf(kind, section)
    if (settings === undefined) return []
    try {
      if (holdsNothing(figureOfReview(this.#review, settings, { mostRows: 1 }))) return []
    } catch {
      // No figure for a comparison that has to be accepted first, or a metric that was not measured.
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
      name: figureDefinition(kind).name,
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
    if (needsComparison(kind)) {
      const { suggestion } = this.#review.comparisonChoices()
      if (suggestion === undefined) return undefined
      const varied = new Set(this.#campaigns.flatMap(({ plan }) => plan.axes.map(({ key }) => key)))
      if (acrossCampaigns && suggestion.baseline.every(({ key }) => varied.has(key))) return undefined
      const comparison = { baseline: suggestion.baseline, candidates: [suggestion.candidate] }
      return checked({ kind, campaignIds: [], metric: 'iops', comparison })
    }
    const swept = this.#campaigns.flatMap(sweptKeys)
    const shown = new Set([...this.#saved, ...this.made].map(({ settings }) => settings.xKey))
    const usual = overAnyAxis ? swept.filter((key) => !shown.has(key)) : [over ?? 'read_percent']
    if (overAnyAxis && swept.length > 0 && usual.length === 0) return undefined
    const { xKeys = kind === 'mix-sweep' ? usual : [] } = definition
    const axisOf = (campaign: CampaignFacts) => xKeys.find((key) => sweptKeys(campaign).includes(key))
    const offered = this.#campaigns.filter(
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
    const campaigns =
      (xKeys.length === 0 && !isOfRuns) || leading === undefined
        ? offered
        : offered.filter((campaign) => shapeOf(campaign) === shapeOf(leading))
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
    const metric = usualMetricOf(
      campaigns.map(({ engine }) => engine),
      known,
    )
    const xKey = axisOf(first)
    const [panels, ...otherKeys] = sweptKeys(first).filter((key) => !along.includes(key))
    const isPaneled = definition.needs === 'histograms' && panels !== undefined && otherKeys.length === 0
    if (metric === undefined) return undefined
    return checked({
      kind,
      campaignIds: campaigns.map(({ id }) => id),
      metric,
      ...(xKey !== undefined && { xKey }),
      ...(isPaneled && sweptKeys(first).length > 1 && { facet: panels }),
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

/** Keys of what a campaign varied, in the plan or within its runs. */
function sweptKeys({ plan, sweptAxes = [] }: CampaignFacts): readonly string[] {
  return [...plan.axes, ...sweptAxes].filter(({ levels }) => levels.length > 1).map(({ key }) => key)
}

function checked(settings: unknown): FigureSettings | undefined {
  const read = v.safeParse(figureSettingsSchema, settings)
  return read.success ? read.output : undefined
}
