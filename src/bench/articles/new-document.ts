import { randomUUID } from 'node:crypto'
import type { SavedFigure } from '../../core/contract/review'
import { isDeepStrictEqual } from 'node:util'
import {
  knownDocument,
  type DocumentContent,
  type StoredBlock,
  type StoredDocument,
  type TemplateName,
} from '../../core/document/stored-document'
import { documentTemplate, type TemplateSection } from '../../core/document/templates'
import { cleanText } from '../../core/figures/figure/clean-text'
import { figureDefinition, needsComparison } from '../../core/figures/kinds/figure-kinds'
import { freeName } from '../../core/text/names'
import type { ReviewReads } from '../store/review-reads'
import type { ReviewWriter } from '../store/review-store'
import { digestOf } from '../files/canonical'
import { photosOf } from './device-photos'
import { FigureMaker } from './figure-maker'
import { factsSource, idsOf } from './preview-document'

/** An unsaved document, with the figures that it needs and the review does not have. */
export interface DocumentDraft {
  readonly document: DocumentContent
  /** Under ids that no saved figure has. */
  readonly figures: readonly SavedFigure[]
}

/** How facts of a drive show the photo on its card, if it has one. */
const usualPhoto = { alt: '', widthPercent: 50 }

/** A new document from a template, with saved figures of the review that fit, and new ones for the rest. */
export function draftDocument(review: ReviewReads, template: TemplateName, name?: string): DocumentDraft {
  const { label, sections } = documentTemplate(template)
  const maker = new FigureMaker(review)
  const campaigns = idsOf(factsSource(review, { about: 'drive', campaignIds: maker.subjects }))
  const hasPhoto = photosOf(review, { about: 'drive', photo: usualPhoto }, campaigns).length > 0
  // A sweep over whatever was varied is searched last, so that it repeats no figure of another section.
  const isLast = ({ overAnyAxis }: TemplateSection) => overAnyAxis === true
  const inTurn = [...sections.filter((one) => !isLast(one)), ...sections.filter(isLast)]
  const found = new Map(inTurn.map((section) => [section, maker.figuresOf(section)]))
  const isListed = [...found.values()]
    .flat()
    .some(({ settings: { kind, rows } }) => kind === 'comparison-table' && rows === undefined)
  const made = new Map(
    sections.map((section) => [
      section,
      sectionBlocks(section, found.get(section) ?? [], maker, { hasPhoto, isListed }),
    ]),
  )
  const blocks = sections.flatMap((section) => made.get(section) ?? [])
  const { title } = review.summary()
  const document: DocumentContent = {
    name: name ?? freeName(label, review.documents.list()),
    title: cleanText(title === '' ? label : title, 200),
    author: '',
    template,
    blocks: blocks.length > 0 ? blocks : [{ id: newId(), type: 'text', markdown: '' }],
  }
  return { document, figures: maker.made }
}

/** Saves a draft with its figures, in place of `base` if given; the figures get the ids of the file. */
export function saveDraft(review: ReviewWriter, { document, figures }: DocumentDraft, base?: StoredDocument) {
  const ids = new Map(figures.map(({ id, name, settings }) => [id, review.saveFigure({ name, settings }).id]))
  const blocks = document.blocks.map((block) =>
    block.type === 'figure' || block.type === 'table'
      ? { ...block, figureId: ids.get(block.figureId) ?? block.figureId }
      : block,
  )
  const draft = { ...document, ...(base && { name: base.name }), blocks }
  return review.documents.save({ ...draft, blocks: markedBlocks(draft) }, base && knownDocument(base))
}

/**
 * Writes the draft of a review after a run: anew in place of a draft with this template that nobody has edited, else as a
 * new document. Undefined, and nothing is written, if no run has a result yet.
 */
export function draftOfRuns(review: ReviewWriter, template: TemplateName) {
  if (!review.campaigns().some(({ runsByState }) => (runsByState.done ?? 0) > 0)) return undefined
  const documents = review.documents.list().map(({ id }) => review.documents.read(id))
  const base = documents.find((one) => one?.template === template && isUnedited(one))
  return saveDraft(review, draftDocument(review, template), base)
}

/** Whether a document is as it was drafted: its blocks have the ids that only this content gets. */
function isUnedited(document: DocumentContent): boolean {
  // A draft has at least one block.
  return document.blocks.length > 0 && isDeepStrictEqual(document.blocks, markedBlocks(document))
}

/** Whether a person has written something of their own, beside which no draft is needed. */
export function hasOwnDocument({ documents }: ReviewWriter): boolean {
  return documents.list().some(({ id }) => {
    const document = documents.read(id)
    return document === undefined || !isUnedited(document)
  })
}

/** The blocks of a draft with ids that follow from the whole document, so that any edit can be seen. */
function markedBlocks({ name, title, author, template, blocks }: DocumentContent): StoredBlock[] {
  const contents = blocks.map(({ id: _, ...content }) => content)
  const digest = digestOf([name, title, author, template, contents])
  return blocks.map((block, place) => ({ ...block, id: digestOf([digest, place]).slice(0, 13) }))
}

function sectionBlocks(
  section: TemplateSection,
  found: readonly SavedFigure[],
  maker: FigureMaker,
  /** `isListed`: a table of the document has all numbers of its comparison. */
  { hasPhoto, isListed }: { readonly hasPhoto: boolean; readonly isListed: boolean },
): readonly StoredBlock[] {
  const scorecards = section.scorecards === true ? maker.scorecards() : []
  const facts = (section.facts ?? []).filter((about) => maker.hasFacts(about))
  const isOfFacts = section.facts?.includes('method') === true
  const isKept = section.always === true && (!isOfFacts || facts.length > 0)
  const isAppendix = section.facts?.includes('commands') === true && facts.length > 0
  if (found.length === 0 && scorecards.length === 0 && !isKept && !isAppendix) return []
  return [
    { id: newId(), type: 'heading', level: 2, text: section.heading },
    ...facts.map((about): StoredBlock => ({
      ...{ id: newId(), type: 'facts', about, campaignIds: [...maker.subjects] },
      ...(about === 'drive' && hasPhoto && { photo: usualPhoto }),
    })),
    { id: newId(), type: 'text', markdown: '' },
    ...scorecards.map(({ id }): StoredBlock => ({ id: newId(), type: 'scorecard', scorecardId: id })),
    ...found.map((figure): StoredBlock =>
      figureDefinition(figure.settings.kind).form === 'table'
        ? { id: newId(), type: 'table', figureId: figure.id }
        : {
            ...{ id: newId(), type: 'figure', figureId: figure.id },
            withTable: !(isListed && needsComparison(figure.settings.kind)),
          },
    ),
  ]
}

function newId(): string {
  return randomUUID().slice(0, 13)
}
