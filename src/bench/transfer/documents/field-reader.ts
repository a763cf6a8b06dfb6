import { cellLabel, cellNaming } from '../../../core/comparison/cell-label'
import { parseField, fieldSource, type Field, type ValueField } from '../../../core/document/field'
import { mostFieldGroups, type FieldChoices, type FieldQuery } from '../../../core/document/field-choices'
import {
  caseTexts,
  cellTexts,
  comparedTexts,
  comparisonText,
  missing,
  placedCells,
  sameLevels,
  statisticNames,
  valueText,
  type CaseValues,
  type ComparedTexts,
  type FieldValue,
} from '../../../core/document/field-values'
import { varyingKeys } from '../../../core/figures/axis-choice'
import { figureRows } from '../../../core/figures/figure-rows'
import { printedRows } from '../../../core/figures/printed-rows'
import { finish } from '../../../core/statistics/comparison/settle-family'
import { findMetric } from '../../../core/results/metrics'
import type { TidyRow } from '../../../core/results/run'
import { RequestFailure } from '../../../core/contract/request-failure'
import type { ReviewReader } from '../../store/review-store'
import { readFigureRows } from '../figure-of-review'

type Group = FieldChoices['groups'][number]

/** Rows of a campaign for a metric: its runs, and printed means where there are some. */
interface QuantityRows {
  readonly rows: readonly TidyRow[]
  readonly printed: ReturnType<typeof printedRows>['printed']
}

/** Reads what fields of a document say, and what can be picked; everything that it reads is read once. */
export class FieldReader {
  readonly #review: ReviewReader
  readonly #labels: ReadonlyMap<string, string>
  readonly #rows = new Map<string, QuantityRows>()
  readonly #compared = new Map<number, ComparedTexts | undefined>()

  /** `labels`: "Figure 3" by block id. */
  constructor(review: ReviewReader, labels: ReadonlyMap<string, string>) {
    this.#review = review
    this.#labels = labels
  }

  /** What a field says; `source` is what is between its braces. */
  readonly resolve = (source: string): FieldValue => {
    const field = parseField(source)
    if (field === undefined) return { text: `{{${source}}}`, problem: `“{{${source}}}” is no field.` }
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
        return { text: '[no figure]', problem: 'A figure or table that the text refers to is gone.' }
      }
      case 'value':
        return valueText(field, this.#caseOf(field))
      case 'comparison': {
        const compared = this.#comparedOf(field.figure)
        return compared
          ? comparisonText(field, compared)
          : missing('the comparison it is from is gone or cannot be made')
      }
    }
  }

  /** The runs that a field names; undefined where there are none, or where it names several cases. */
  #caseOf({ campaign, metric, test, direction, levels }: ValueField): CaseValues | undefined {
    const found = this.#quantity(campaign, metric)
    const own = figureRows(found.rows)
      .matching(levels)
      .filter((row) => row.test === test && row.direction === direction)
    const [first] = own
    if (first === undefined || own.some((row) => !sameLevels(row.levels, first.levels))) return undefined
    return caseValues(own, found.printed)
  }

  #quantity(campaignId: number, metricId: string): QuantityRows {
    const key = `${String(campaignId)} ${metricId}`
    const known = this.#rows.get(key)
    if (known) return known
    const metric = findMetric(metricId)
    const made =
      metric === undefined
        ? { rows: [], printed: new Map<never, never>() }
        : this.#readQuantity(campaignId, metric)
    this.#rows.set(key, made)
    return made
  }

  #readQuantity(campaignId: number, metric: NonNullable<ReturnType<typeof findMetric>>): QuantityRows {
    const measured = finish(readFigureRows(this.#review, [campaignId], [metric.id]))
      .matching({})
      .filter((row) => row.metric === metric.id)
    const { rows, printed } = printedRows(this.#review.published([campaignId]), metric, [campaignId])
    return { rows: [...measured, ...rows], printed }
  }

  #comparedOf(figureId: number): ComparedTexts | undefined {
    if (!this.#compared.has(figureId)) this.#compared.set(figureId, this.#compare(figureId))
    return this.#compared.get(figureId)
  }

  #compare(figureId: number): ComparedTexts | undefined {
    const settings = this.#review.figures().find(({ id }) => id === figureId)?.settings.comparison
    if (settings === undefined) return undefined
    try {
      return comparedTexts(this.#review.compare(settings))
    } catch {
      // A comparison that means nothing any more; the figure itself says why.
      return undefined
    }
  }

  #campaignGroups({ campaignId, metric, unit }: Extract<FieldQuery, { of: 'campaign' }>): readonly {
    readonly label: string
    readonly make: () => Group
  }[] {
    if (findMetric(metric) === undefined)
      throw new RequestFailure({ id: 'no-metric', message: `There is no metric “${metric}”.` })
    const { rows, printed } = this.#quantity(campaignId, metric)
    const keys = varyingKeys(rows)
    const cases = new Map<string, TidyRow[]>()
    for (const row of rows) {
      const key = JSON.stringify([row.test, row.direction, ...keys.map((name) => row.levels[name] ?? null)])
      const known = cases.get(key)
      if (known) known.push(row)
      else cases.set(key, [row])
    }
    const named = [...cases.values()].flatMap((own) => {
      const [first] = own
      if (first === undefined) return []
      const levels = Object.fromEntries(
        keys.flatMap((key) => {
          const level = first.levels[key]
          return level === undefined ? [] : [[key, level] as const]
        }),
      )
      return [{ own, named: { test: first.test, direction: first.direction, metric, levels } }]
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
          fields: [...caseTexts(caseValues(one.own, printed), unit)].map(([statistic, text]) => ({
            label: statisticNames[statistic],
            source: fieldSource({
              ...{ kind: 'value', campaign: campaignId, ...one.named, statistic },
              ...(unit !== undefined && { unit }),
            }),
            text,
          })),
        }),
      }
    })
  }

  #comparisonGroups(figureId: number): readonly { readonly label: string; readonly make: () => Group }[] {
    const compared = this.#comparedOf(figureId)
    if (compared === undefined)
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

function caseValues(rows: readonly TidyRow[], printed: QuantityRows['printed']): CaseValues {
  const runs = rows.filter(({ runId }) => !printed.has(runId))
  return {
    unit: rows[0]?.unit ?? 'count',
    values: runs.map(({ value }) => value),
    printed: runs.length > 0 ? undefined : rows.flatMap(({ runId }) => printed.get(runId) ?? [])[0],
  }
}
