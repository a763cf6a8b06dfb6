import type { ComparisonSettings } from '../../../core/comparison/comparison-settings'
import { parseSelection, selectionText, type Selection } from '../../../core/comparison/sides/selection'
import { fieldSource, parseField, type Field } from '../../../core/document/field'
import type { StoredBlock } from '../../../core/document/stored-document'
import type { FigureSettings } from '../../../core/figures/kinds/figure-kinds'
import type { Scorecard } from '../../../core/scorecard/scorecard'

/** Ids in this file by ids in the file that items were taken from; items that were not taken have none. */
export interface MovedIds {
  readonly campaigns: ReadonlyMap<number, number>
  readonly runs: ReadonlyMap<number, number>
  readonly figures: ReadonlyMap<number, number>
  readonly scorecards: ReadonlyMap<number, number>
  readonly pictures: ReadonlyMap<number, number>
  /** Names of scorecards in this file by their names in the other. */
  readonly scorecardNames: ReadonlyMap<string, string>
}

/**
 * Refers to nothing: a block or field with this id shows that its target is gone, never an unrelated item
 * with the same number.
 */
const nothing = Number.MAX_SAFE_INTEGER

/**
 * Settings of a figure with references to this file; undefined if they name a campaign that was not taken.
 */
export function movedSettings(settings: FigureSettings, ids: MovedIds): FigureSettings | undefined {
  const campaignIds = settings.campaignIds.flatMap((id) => ids.campaigns.get(id) ?? [])
  if (campaignIds.length < settings.campaignIds.length) return undefined
  const moved = { ...settings, campaignIds }
  if ('runIds' in moved && moved.runIds !== undefined)
    moved.runIds = moved.runIds.flatMap((id) => ids.runs.get(id) ?? [])
  if ('scorecard' in moved && moved.scorecard !== undefined)
    moved.scorecard = ids.scorecardNames.get(moved.scorecard) ?? moved.scorecard
  if ('comparison' in moved && moved.comparison !== undefined) {
    const comparison = movedComparison(moved.comparison, ids)
    if (comparison === undefined) return undefined
    moved.comparison = comparison
  }
  return moved
}

function movedComparison(comparison: ComparisonSettings, ids: MovedIds): ComparisonSettings | undefined {
  const { baseline, candidates, names, excludedRuns } = comparison
  const sides = [baseline, ...candidates].map((side) => movedSelection(side, ids))
  if (sides.includes(undefined)) return undefined
  const [first = baseline, ...others] = sides.flatMap((side) => (side === undefined ? [] : [side]))
  return {
    ...comparison,
    baseline: first,
    candidates: others,
    ...(names && {
      names: names.flatMap(({ side, name }) => {
        const moved = movedSelection(side, ids)
        return moved === undefined ? [] : [{ side: moved, name }]
      }),
    }),
    ...(excludedRuns && {
      excludedRuns: excludedRuns.flatMap((one) => {
        const runId = ids.runs.get(one.runId)
        return runId === undefined ? [] : [{ ...one, runId }]
      }),
    }),
  }
}

/** A side may name a campaign by its id. */
function movedSelection(selection: Selection, { campaigns }: MovedIds): Selection | undefined {
  const moved = selection.flatMap(({ key, value }) => {
    if (key !== 'campaign' || !/^[1-9]\d{0,14}$/.test(value)) return [{ key, value }]
    const id = campaigns.get(Number(value))
    return id === undefined ? [] : [{ key, value: String(id) }]
  })
  return moved.length < selection.length ? undefined : moved
}

/**
 * A scorecard whose measured categories compare the campaigns of this file; without its campaigns it keeps no
 * measurement.
 */
export function movedScorecard(card: Scorecard, ids: MovedIds): Scorecard {
  return {
    ...card,
    categories: card.categories.map((category) => {
      const { measured, overruled, ...own } = category
      if (measured === undefined) return category
      const comparison = movedComparison(measured.comparison, ids)
      if (comparison !== undefined)
        return { ...own, measured: { ...measured, comparison }, ...(overruled && { overruled }) }
      return { ...own, ...(overruled && { winner: overruled.winner }) }
    }),
  }
}

/** A block of a document that shows and quotes what is in this file. */
export function movedBlock(block: StoredBlock, ids: MovedIds): StoredBlock {
  const idOf = (map: ReadonlyMap<number, number>, id: number) => map.get(id) ?? nothing
  switch (block.type) {
    case 'figure':
    case 'table':
      return { ...block, figureId: idOf(ids.figures, block.figureId) }
    case 'scorecard':
      return { ...block, scorecardId: idOf(ids.scorecards, block.scorecardId) }
    case 'picture':
      return { ...block, pictureId: idOf(ids.pictures, block.pictureId) }
    case 'facts':
      return {
        ...block,
        campaignIds: block.campaignIds.map((id) => idOf(ids.campaigns, id)),
        ...(block.edited && {
          edited: {
            markdown: movedText(block.edited.markdown, ids),
            basis: movedText(block.edited.basis, ids),
          },
        }),
      }
    case 'text':
      return { ...block, markdown: movedText(block.markdown, ids) }
    default:
      return block
  }
}

function movedText(markdown: string, ids: MovedIds): string {
  return markdown.replace(/\{\{([^{}]*)\}\}/g, (written, source: string) => {
    const field = parseField(source)
    return field === undefined ? written : fieldSource(movedField(field, ids))
  })
}

function movedField(field: Field, ids: MovedIds): Field {
  if (field.kind === 'value') return { ...field, campaign: ids.campaigns.get(field.campaign) ?? nothing }
  if (field.kind === 'reference') return field
  const candidate = parseSelection(field.candidate)
  const moved = candidate.ok ? movedSelection(candidate.value, ids) : undefined
  return {
    ...field,
    figure: ids.figures.get(field.figure) ?? nothing,
    candidate: moved === undefined ? field.candidate : selectionText(moved),
  }
}
