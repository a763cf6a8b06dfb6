import { largestOf } from '../../../core/units/iterables'
import { randomUUID } from 'node:crypto'
import { usualMetricOf } from '../../../core/engines/registry'
import type { SavedFigure, StoredScorecard } from '../../../core/contract/review'
import type { DocumentContent, StoredBlock, TemplateName } from '../../../core/document/stored-document'
import { documentTemplate, type TemplateSection } from '../../../core/document/templates'
import { holdsNothing } from '../../../core/figures/build-figure'
import type { CampaignRecords } from '../../../core/figures/define-figure'
import {
  figureDefinition,
  needsComparison,
  type FigureKind,
  type FigureSettings,
} from '../../../core/figures/figure-kinds'
import { figureSettingsSchema } from '../../../core/figures/figure-kinds'
import { cleanText } from '../../../core/figures/clean-text'
import type { CampaignFacts } from '../../../core/results/campaign'
import type { ReviewReader, ReviewWriter } from '../../store/review-store'
import { figureOfReview } from '../figure-of-review'
import * as v from 'valibot'

/** A document that is not saved, with the figures that it needs and the review does not have. */
export interface DocumentDraft {
  readonly document: DocumentContent
  /** Under ids that no saved figure has. */
  readonly figures: readonly SavedFigure[]
}

/** The template that fits what a review holds: two sides that differ in one thing are compared, anything else is a drive. */
export function fittingTemplate(review: ReviewReader): TemplateName {
  const campaigns = review.campaigns().filter(({ leaderId }) => leaderId === undefined)
  const devices = new Set(campaigns.map(({ device }) => device))
  if (campaigns.some(({ onlyDifferences }) => onlyDifferences === true)) return 'two-kernels'
  return campaigns.length === 2 && devices.size === 1 ? 'two-kernels' : 'drive-review'
}

/** A new document from a template, with saved figures of the review where they fit, and new ones for the rest. */
export function draftDocument(review: ReviewReader, template: TemplateName, name?: string): DocumentDraft {
  const { label, sections } = documentTemplate(template)
  const maker = new FigureMaker(review)
  const blocks = sections.flatMap((section) => sectionBlocks(section, maker))
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
  if (found.length === 0 && scorecards.length === 0 && section.always !== true) return []
  return [
    { id: newId(), type: 'heading', level: 2, text: section.heading },
    ...(section.facts ?? []).map((about): StoredBlock => ({
      id: newId(),
      type: 'facts',
      about,
      campaignIds: [],
    })),
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

/** Finds figures for sections among those saved, and makes what is missing where there is something to show. */
class FigureMaker {
  readonly made: SavedFigure[] = []
  readonly #review: ReviewReader
  readonly #saved: readonly SavedFigure[]
  readonly #campaigns: readonly CampaignFacts[]
  readonly #used = new Set<number>()

  /** What device cards and scorecards offer to figures. */
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

  figuresOf({ figures: kinds = [], every, overAnyAxis = false }: TemplateSection): readonly SavedFigure[] {
    const found: SavedFigure[] = []
    for (const kind of kinds) {
      const own = this.#saved.filter(({ id, settings }) => settings.kind === kind && !this.#used.has(id))
      // What is shown over its own axis already is not shown over another one.
      const isShown =
        overAnyAxis && [...this.#saved, ...this.made].some(({ settings }) => settings.kind === kind)
      const figures = own.length > 0 ? own : isShown ? [] : this.#make(kind, overAnyAxis)
      for (const figure of figures) this.#used.add(figure.id)
      for (const figure of figures) found.push(figure)
      if (found.length > 0 && every !== true) break
    }
    return found
  }

  #make(kind: FigureKind, overAnyAxis: boolean): readonly SavedFigure[] {
    const settings = this.#settingsOf(kind, overAnyAxis)
    if (settings === undefined) return []
    try {
      if (holdsNothing(figureOfReview(this.#review, settings, { mostRows: 1 }))) return []
    } catch {
      // A comparison that has to be accepted first, a metric that nothing was measured of: no figure.
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

  #settingsOf(kind: FigureKind, overAnyAxis: boolean): FigureSettings | undefined {
    const definition = figureDefinition(kind)
    if (needsComparison(kind)) {
      const { suggestion } = this.#review.comparisonChoices()
      if (suggestion === undefined) return undefined
      const comparison = { baseline: suggestion.baseline, candidates: [suggestion.candidate] }
      return checked({ kind, campaignIds: [], metric: 'iops', comparison })
    }
    const swept = this.#campaigns.flatMap(({ plan }) => plan.axes.filter(({ levels }) => levels.length > 1))
    const usual = overAnyAxis ? swept.map(({ key }) => key) : ['read_percent']
    const { xKeys = kind === 'mix-sweep' ? usual : [] } = definition
    const axisOf = (campaign: CampaignFacts) =>
      xKeys.find((key) =>
        [...campaign.plan.axes, ...(campaign.sweptAxes ?? [])].some(
          (axis) => axis.key === key && axis.levels.length > 1,
        ),
      )
    const campaigns = this.#campaigns.filter(
      (campaign) =>
        (xKeys.length === 0 || axisOf(campaign) !== undefined) &&
        (definition.isOffered?.(this.#recordsOf(campaign)) ?? true),
    )
    // Prices stand on cards; they need no campaign.
    if (kind === 'price' && this.#campaigns.length === 0 && this.#onCards.hasPrices)
      return checked({ kind, campaignIds: [], metric: 'iops' })
    const [first] = campaigns
    if (first === undefined || (kind === 'ranking' && campaigns.length < 2)) return undefined
    const known = new Set(
      campaigns.flatMap(({ id }) => this.#review.measuredQuantities(id).map(({ metric }) => metric)),
    )
    for (const { metric } of this.#review.published(campaigns.map(({ id }) => id))) known.add(metric)
    const metric = usualMetricOf(
      campaigns.map(({ engine }) => engine),
      known,
    )
    const xKey = axisOf(first)
    if (metric === undefined) return undefined
    return checked({
      kind,
      campaignIds: campaigns.map(({ id }) => id),
      metric,
      ...(xKey !== undefined && { xKey }),
      // Reads and writes are told apart where their mix was varied.
      ...(overAnyAxis && { directions: ['total'] }),
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

function checked(settings: unknown): FigureSettings | undefined {
  const read = v.safeParse(figureSettingsSchema, settings)
  return read.success ? read.output : undefined
}
