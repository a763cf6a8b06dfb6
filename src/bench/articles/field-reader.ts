import { cellLabel, cellNaming } from '../../core/comparison/texts/cell-label'
import { parseField, fieldSource, type Field, type ValueField } from '../../core/document/field'
import { mostFieldGroups, type FieldChoices, type FieldQuery } from '../../core/document/field-choices'
import {
  caseTexts,
  cellTexts,
  comparedTexts,
  comparisonText,
  missing,
  numberGone,
  placedCells,
  sameLevels,
  statisticNames,
  valueText,
  type CaseValues,
  type ComparedTexts,
  type FieldValue,
} from '../../core/document/field-values'
import { varyingKeys } from '../../core/figures/cases/axis-choice'
import { joinRuns, matches, pickRuns, type MeasuredCase } from '../../core/figures/cases/measured-cases'
import { printedCases } from '../../core/figures/sweep/printed-cases'
import type { CampaignSummary } from '../../core/results/campaign/campaign'
import { displayUnit, figureUnits } from '../../core/results/display-unit'
import { findMetric, type Metric } from '../../core/results/metrics'
import { richText } from '../../core/document/rich-text'
import { blockLabels } from '../../core/document/outline'
import type { DocumentContent, StoredBlock } from '../../core/document/stored-document'
import { figureMetrics } from '../../core/figures/kinds/build-figure'
import { figureDefinition, type FigureSettings } from '../../core/figures/kinds/figure-kinds'
import type { LevelValue } from '../../core/plan/plan'
import { momentsOf } from '../../core/statistics/summary/moments'
import { RequestFailure } from '../../core/contract/request-failure'
import type { ReviewReads } from '../store/review-reads'
import { groupBy } from '../../core/iterables'

/** A place in a document that shows a metric: a figure, a table or a number in its text. */
interface MetricUse {
  readonly metric: string
  /** Empty: all campaigns. */
  readonly campaignIds: readonly number[]
  /** What its cases have in common. */
  readonly levels: Readonly<Record<string, LevelValue>>
  /** Requested. */
  readonly unit: string | undefined
}

/** Where a document shows metrics, in its order; `figures`: the settings of stored and drafted ones by id. */
function metricUses(
  review: ReviewReads,
  blocks: readonly StoredBlock[],
  figures: ReadonlyMap<number, FigureSettings>,
): readonly MetricUse[] {
  const ofFigure = (settings: FigureSettings): readonly MetricUse[] => {
    const { campaignIds, unit, facet, fixed = {} } = settings
    const levels = Object.fromEntries(Object.entries(fixed).filter(([key]) => key !== facet))
    const own = findMetric(settings.metric)?.id
    return shownMetrics(review, settings).map((metric) => ({
      ...{ metric, campaignIds, levels },
      unit: metric === own || settings.comparison !== undefined ? unit : undefined,
    }))
  }
  const inText = (markdown: string): readonly MetricUse[] => {
    const found: MetricUse[] = []
    richText(markdown, (source) => {
      const field = parseField(source)
      if (field?.kind === 'value') {
        const { campaign, metric, test, levels, unit } = field
        found.push({ metric, campaignIds: [campaign], levels: { ...levels, test }, unit })
      }
      const compared = field?.kind === 'comparison' ? figures.get(field.figure) : undefined
      if (compared) for (const use of ofFigure(compared)) found.push(use)
      return { text: '' }
    })
    return found
  }
  return blocks
    .flatMap((block) => {
      if (block.type === 'text') return inText(block.markdown)
      if (block.type === 'facts') return inText(block.edited?.markdown ?? '')
      const settings =
        block.type === 'figure' || block.type === 'table' ? figures.get(block.figureId) : undefined
      return settings ? ofFigure(settings) : []
    })
    .flatMap((use) => {
      const metric = findMetric(use.metric)?.id
      return metric === undefined ? [] : [{ ...use, metric }]
    })
}

/** Reads the fields of a document; `drafts`: figures that are not stored. */
export function documentFields(
  review: ReviewReads,
  { blocks }: Pick<DocumentContent, 'blocks'>,
  drafts: readonly { readonly id: number; readonly settings: FigureSettings }[] = [],
): FieldReader {
  const figures = new Map([...review.figures(), ...drafts].map(({ id, settings }) => [id, settings]))
  // The findings are a place besides the figures.
  const hasFindings = blocks.some((block) => block.type === 'facts' && block.about === 'findings')
  return new FieldReader(
    review,
    blockLabels(blocks),
    metricUses(review, blocks, figures),
    hasFindings ? 1 : 2,
  )
}

/** Ids of all metrics that a figure may show in one of several units. */
function shownMetrics(review: ReviewReads, settings: FigureSettings): readonly string[] {
  const { kind, comparison, campaignIds } = settings
  const { needs } = figureDefinition(kind)
  const compared = findMetric(comparison?.metric ?? '')
  if (needs === 'scorecards') return []
  if (needs === 'comparison' && compared) return [compared.id]
  if (needs === 'runs') return figureMetrics(settings)
  const ids = campaignIds.length > 0 ? campaignIds : review.campaigns().map(({ id }) => id)
  const measured = [...ids.flatMap((id) => review.measuredQuantities(id)), ...review.published(ids)]
  return [...new Set(measured.map(({ metric }) => metric))]
}

type Group = FieldChoices['groups'][number]

/** Cases of a campaign for a metric: from its runs and, if there are any, published means. */
interface QuantityCases {
  readonly cases: readonly MeasuredCase[]
  readonly printed: ReturnType<typeof printedCases>['printed']
}

/** A comparison that does not exist, or is no longer valid. */
interface Unmade {
  /** Reason and remedy, see `numberGone`. */
  readonly why: string
}

/** Reads the values of a document's fields, and those that can be picked; everything is read only once. */
export class FieldReader {
  readonly #review: ReviewReads
  readonly #labels: ReadonlyMap<string, string>
  readonly #uses: ReadonlyMap<string, readonly MetricUse[]>
  readonly #units = new Map<string, string | undefined>()
  readonly #rows = new Map<string, QuantityCases>()
  readonly #compared = new Map<number, ComparedTexts | Unmade>()
  #campaigns: ReadonlyMap<number, CampaignSummary> | undefined

  readonly #leastUses: number

  /**
   * `labels`: "Figure 3" by block id; `uses`: where a document shows metrics, so that each has one unit in it;
   * `leastUses`: from so many places on.
   */
  constructor(
    review: ReviewReads,
    labels: ReadonlyMap<string, string>,
    uses: readonly MetricUse[] = [],
    leastUses = 2,
  ) {
    this.#leastUses = leastUses
    this.#review = review
    this.#labels = labels
    this.#uses = groupBy(uses, ({ metric }) => metric)
  }

  /** The settings of a figure with the units that the document has for its metrics. */
  readonly inUnits = <S extends FigureSettings>(settings: S): S => {
    const units = shownMetrics(this.#review, settings).flatMap((id) => {
      const unit = this.#unitOf(id)
      return unit === undefined ? [] : [[id, unit] as const]
    })
    return units.length === 0 ? settings : { ...settings, units: Object.fromEntries(units) }
  }

  /** The unit that the document has for a metric, also where text names it. */
  readonly unitOf = (name: string): string | undefined => this.#unitOf(name)

  /** Undefined if the metric is shown in one place only, which chooses for itself. */
  #unitOf(name: string): string | undefined {
    const metric = findMetric(name)
    const uses = this.#uses.get(metric?.id ?? name)
    if (metric === undefined || uses === undefined || uses.length < this.#leastUses) return undefined
    if (!this.#units.has(metric.id)) this.#units.set(metric.id, this.#decideUnit(metric, uses))
    return this.#units.get(metric.id)
  }

  /** Undefined if no case has a mean, so that there is nothing to decide by. */
  #decideUnit(metric: Metric, uses: readonly MetricUse[]): string | undefined {
    // Of some quantities there is only one.
    if (figureUnits(metric.unit).length === 1) return undefined
    const shown = uses.map(({ campaignIds, levels }) => {
      const ids = campaignIds.length > 0 ? campaignIds : this.#review.campaigns().map(({ id }) => id)
      return ids.map((id) => {
        const { cases, printed } = this.#quantity(id, metric.id)
        return cases.filter((one) => matches(one, levels)).map((one) => caseValues([one], printed))
      })
    })
    const cases = shown.flat(2)
    const means = cases.flatMap(({ values, printed }) =>
      values.length > 0 ? (momentsOf(values)?.mean ?? []) : (printed?.mean ?? []),
    )
    if (means.length === 0) return undefined
    return displayUnit(metric.unit, means, {
      unit: uses.find(({ unit }) => unit !== undefined)?.unit,
      ...(cases.every(({ values }) => values.length === 0) && {
        printed: cases.flatMap(({ printed }) => printed ?? []),
      }),
    }).label
  }

  /** The value of a field; `source` is the text between its braces. */
  readonly resolve = (source: string): FieldValue => {
    const field = parseField(source)
    if (field === undefined) return { text: `{{${source}}}`, problem: `“{{${source}}}” is not a field.` }
    return this.#textOf(field)
  }

  choices(query: FieldQuery): FieldChoices {
    if (query.of === 'references') {
      const groups = [...this.#labels].map(([block, label]) => ({
        label,
        fields: [{ label, source: fieldSource({ kind: 'reference', block }), text: label }],
      }))
      return { groups, total: groups.length }
    }
    const wanted = query.contains.toLowerCase().split(/\s+/)
    const all = query.of === 'campaign' ? this.#campaignGroups(query) : this.#comparisonGroups(query.figureId)
    const groups = all.filter(({ label }) => wanted.every((word) => label.toLowerCase().includes(word)))
    return { groups: groups.slice(0, mostFieldGroups).map(({ make }) => make()), total: groups.length }
  }

  #textOf(field: Field): FieldValue {
    switch (field.kind) {
      case 'reference': {
        const label = this.#labels.get(field.block)
        if (label !== undefined) return { text: label }
        return {
          text: '[no figure]',
          problem:
            'A figure or table that the text refers to is no longer in the document. Bring it back with Undo, or pick another one.',
        }
      }
      case 'value': {
        const campaign = this.#campaignOf(field.campaign)
        if (campaign === undefined) return missing(numberGone.campaign())
        const unit = field.unit ?? this.#unitOf(field.metric)
        return valueText(
          { ...field, ...(unit !== undefined && { unit }) },
          `“${campaign.name}”`,
          this.#caseOf(field),
        )
      }
      case 'comparison': {
        const compared = this.#comparedOf(field.figure)
        return 'why' in compared ? missing(compared.why) : comparisonText(field, compared)
      }
    }
  }

  #campaignOf(campaignId: number): CampaignSummary | undefined {
    this.#campaigns ??= new Map(this.#review.campaigns().map((one) => [one.id, one]))
    return this.#campaigns.get(campaignId)
  }

  /** The runs that a field names; undefined if there are none. */
  #caseOf({ campaign, metric, test, direction, levels }: ValueField): CaseValues | 'several' | undefined {
    const found = this.#quantity(campaign, metric)
    const own = found.cases.filter((one) => matches(one, { ...levels, test }) && one.direction === direction)
    const [first] = own
    if (first === undefined) return undefined
    if (own.some((one) => !sameLevels(one.levels, first.levels))) return 'several'
    return caseValues(own, found.printed)
  }

  #quantity(campaignId: number, metricId: string): QuantityCases {
    const key = `${String(campaignId)} ${metricId}`
    const known = this.#rows.get(key)
    if (known) return known
    const metric = findMetric(metricId)
    const made =
      metric === undefined
        ? { cases: [], printed: new Map<never, never>() }
        : this.#readQuantity(campaignId, metric)
    this.#rows.set(key, made)
    return made
  }

  #readQuantity(campaignId: number, metric: Metric): QuantityCases {
    const columns = this.#review.figureColumns([campaignId], [metric.id])
    const measured = columns.cases.filter((one) => one.metric === metric.id)
    const { cases, printed } = printedCases(this.#review.published([campaignId]), metric, [campaignId])
    return { cases: [...measured, ...cases], printed }
  }

  #comparedOf(figureId: number): ComparedTexts | Unmade {
    const known = this.#compared.get(figureId)
    if (known) return known
    const made = this.#compare(figureId)
    this.#compared.set(figureId, made)
    return made
  }

  #compare(figureId: number): ComparedTexts | Unmade {
    const figure = this.#review.figures().find(({ id }) => id === figureId)
    if (figure === undefined) return { why: numberGone.figure() }
    const { comparison } = figure.settings
    if (comparison === undefined) return { why: numberGone.comparison({ figure: figure.name }) }
    try {
      return comparedTexts(this.#review.compare(comparison), this.inUnits(figure.settings))
    } catch (error) {
      const reason = error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
      return { why: numberGone.refused({ figure: figure.name, reason }) }
    }
  }

  #campaignGroups({ campaignId, metric, unit }: Extract<FieldQuery, { of: 'campaign' }>): readonly {
    readonly label: string
    readonly make: () => Group
  }[] {
    if (findMetric(metric) === undefined)
      throw new RequestFailure({ id: 'no-metric', message: `There is no metric “${metric}”.` })
    const { cases, printed } = this.#quantity(campaignId, metric)
    const keys = varyingKeys(cases)
    const byName = groupBy(cases, ({ test, direction, levels }) =>
      JSON.stringify([test, direction, ...keys.map((name) => levels[name] ?? null)]),
    )
    const named = [...byName.values()].map((own) => {
      const [first] = own
      const levels = Object.fromEntries(
        keys.flatMap((key) => {
          const level = first.levels[key]
          return level === undefined ? [] : [[key, level] as const]
        }),
      )
      return { own, named: { test: first.test, direction: first.direction, metric, levels } }
    })
    const naming = {
      ...cellNaming(named.map((one) => one.named)),
      test: true,
      direction: true,
      metric: false,
    }
    return named.map((one) => {
      const label = cellLabel(one.named, naming)
      return {
        label,
        make: () => ({
          label,
          fields: [...caseTexts(caseValues(one.own, printed), unit ?? this.#unitOf(metric))].map(
            ([statistic, text]) => ({
              label: statisticNames[statistic],
              source: fieldSource({
                ...{ kind: 'value', campaign: campaignId, ...one.named, statistic },
                ...(unit !== undefined && { unit }),
              }),
              text,
            }),
          ),
        }),
      }
    })
  }

  #comparisonGroups(figureId: number): readonly { readonly label: string; readonly make: () => Group }[] {
    const compared = this.#comparedOf(figureId)
    if ('why' in compared)
      throw new RequestFailure({
        id: 'no-comparison',
        message: 'This figure compares nothing, or its comparison cannot be made.',
        remedy: 'Choose a saved figure or table of the Compare room.',
      })
    const places = placedCells(compared)
    const naming = cellNaming(places.map(({ cell }) => cell))
    const isOne = compared.comparison.candidates.length === 1
    return places.map((place) => {
      const { cell, candidate } = place
      const name = cellLabel(cell, naming)
      const label = isOne ? name : `${candidate} · ${name}`
      const { test, direction, metric } = cell
      const named = { ...{ test, direction, metric }, levels: cell.levels, candidate, figure: figureId }
      return {
        label,
        make: () => ({
          label,
          fields: [...cellTexts(compared, place)].map(([statistic, text]) => ({
            label: statisticNames[statistic],
            source: fieldSource({ kind: 'comparison', ...named, statistic, was: cell.comparison.verdict }),
            text,
          })),
        }),
      }
    })
  }
}

function caseValues(cases: readonly MeasuredCase[], printed: QuantityCases['printed']): CaseValues {
  const runs = joinRuns(cases)
  const { values } = pickRuns(runs, (runId) => !printed.has(runId))
  return {
    metric: cases[0]?.metric ?? '',
    unit: cases[0]?.unit ?? 'count',
    values,
    printed: values.length > 0 ? undefined : runs.runIds.flatMap((runId) => printed.get(runId) ?? [])[0],
  }
}
