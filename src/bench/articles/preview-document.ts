import type {
  DocumentPreview,
  PreviewBlock,
  PreviewContent,
  ShownFigure,
} from '../../core/contract/document-requests'
import type { Comparison } from '../../core/comparison/comparison'
import type { ComparisonSettings } from '../../core/comparison/comparison-settings'
import { cardFacts } from '../../core/devices/device-fields'
import { articleSentences } from '../../core/document/campaign-summary'
import { factsMarkdown, factsTitles } from '../../core/document/facts'
import type { FactsSource } from '../../core/document/method-text'
import { blockLabels, countWords, headingsOf, type OutlineEntry } from '../../core/document/outline'
import { fieldProblems, richText } from '../../core/document/rich-text'
import {
  pictureWidth,
  type DocumentContent,
  type FactsSubject,
  type StoredBlock,
} from '../../core/document/stored-document'
import type { ReviewReads } from '../store/review-reads'
import { deviceLinks } from '../figures/figure-of-review'
import { leftOutRuns } from '../figures/left-out-runs'
import {
  factsProblems,
  figureGone,
  figureProblems,
  isStale,
  pictureGone,
  problemText,
  scorecardGone,
  staleText,
  type BlockProblem,
} from './block-problems'
import { photoProblems, photosOf } from './device-photos'
import { comparisonAnswers } from './comparison-answers'
import { documentFields, type FieldReader } from './field-reader'
import { casesOfCampaign } from './measured-cases'

/** A document as readers will see it, except the pictures of its figures. Nothing is saved. */
export function previewDocument(
  review: ReviewReads,
  { blocks }: DocumentContent,
  compare?: (settings: ComparisonSettings) => Comparison,
): DocumentPreview {
  const labels = blockLabels(blocks)
  const figures = new Map(review.figures().map((figure) => [figure.id, figure]))
  const fields = documentFields(review, { blocks })
  const pictures = new Map(review.documents.pictures().map((picture) => [picture.id, picture]))
  const made = blocks.map((block) => preview(block))
  return {
    blocks: made,
    outline: made.flatMap(outlineOf),
    words: made.reduce((sum, block) => sum + wordsOf(block), 0),
  }

  function preview(block: StoredBlock): PreviewBlock {
    const { id } = block
    const of = (
      content: PreviewContent,
      problems: readonly (string | BlockProblem)[] = [],
    ): PreviewBlock => ({
      ...{ id, problems: [...new Set(problems.map(problemText))] },
      ...content,
    })
    switch (block.type) {
      case 'heading':
        return of({ type: 'heading', level: block.level, text: block.text })
      case 'text': {
        const content = richText(block.markdown, fields.resolve)
        return of({ type: 'text', content }, fieldProblems(content))
      }
      case 'figure':
      case 'table': {
        const stored = figures.get(block.figureId)
        const figure = stored ? { ...stored, settings: fields.inUnits(stored.settings) } : null
        const content = {
          type: block.type,
          label: labels.get(id) ?? '',
          caption: block.caption ?? '',
        } as const
        return of(
          { ...content, figure, withTable: block.type === 'table' || block.withTable },
          figure === null ? [figureGone(review, block.figureId)] : figureProblems(review, figure.settings),
        )
      }
      case 'scorecard': {
        const figure = scorecardFigure(review, block) ?? null
        return of(
          { type: 'scorecard', label: labels.get(id) ?? '', figure },
          figure === null ? [scorecardGone] : figureProblems(review, figure.settings),
        )
      }
      case 'facts': {
        const source = factsSource(review, block, fields.unitOf, compare)
        const written = factsMarkdown(block.about, source)
        const photos = photosOf(review, block, idsOf(source))
        const content = richText(block.edited?.markdown ?? written, fields.resolve)
        return of(
          {
            ...{ type: 'facts', about: block.about, title: factsTitles[block.about], content, written },
            ...{ isEdited: block.edited !== undefined, photos },
          },
          [
            ...factsProblems(review, block),
            ...(source.unsure ?? []),
            ...photoProblems(block, photos),
            ...(isStale(block, written) ? [staleText] : []),
            ...fieldProblems(content),
          ],
        )
      }
      case 'picture': {
        const picture = pictures.get(block.pictureId) ?? null
        const { alt, caption } = block
        const widthPercent = pictureWidth(block.widthPercent)
        return of(
          { type: 'picture', picture, alt, caption, widthPercent },
          picture === null ? [pictureGone] : [],
        )
      }
      case 'quote':
        return of({ type: 'quote', text: block.text, source: block.source })
      case 'page-break':
        return of({ type: 'page-break' })
    }
  }
}

/** The table or radar of a scorecard; undefined if it is gone. */
export function scorecardFigure(
  review: ReviewReads,
  { scorecardId, form }: Extract<StoredBlock, { type: 'scorecard' }>,
): ShownFigure | undefined {
  const name = review.cards.scorecards().find(({ id }) => id === scorecardId)?.name
  const kind = form === 'radar' ? 'scorecard-radar' : 'scorecard'
  return name === undefined
    ? undefined
    : { name, settings: { kind, campaignIds: [], metric: '', scorecard: name } }
}

/**
 * The source for facts of these campaigns. If none is named, of the review's own, or of all if it has only taken ones.
 * Those of single hosts go with theirs. `unitOf`: the unit that a document has for a metric.
 */
export function factsSource(
  review: ReviewReads,
  { about, campaignIds }: { readonly about: FactsSubject; readonly campaignIds: readonly number[] },
  unitOf?: FieldReader['unitOf'],
  compare?: (settings: ComparisonSettings) => Comparison,
): FactsSource {
  const all = review.campaigns().filter(({ leaderId }) => leaderId === undefined)
  const untaken = all.filter(({ id }) => (review.campaignFacts(id)?.hostRecord.takenFrom ?? []).length === 0)
  const subjects = untaken.length > 0 ? untaken : all
  const chosen = (
    campaignIds.length === 0 ? subjects : review.campaigns().filter(({ id }) => campaignIds.includes(id))
  ).map(({ id }) => id)
  const answers = about === 'answer' ? comparisonAnswers(review, compare) : undefined
  return {
    campaigns: chosen.flatMap((id) => review.campaignOrigin(id) ?? []),
    excluded: leftOutRuns(review, chosen),
    findings: [],
    ...((about === 'findings' || answers?.length === 0) && findingsOf(review, chosen, unitOf)),
    ...(answers && { answers }),
    ...(about === 'drive' && { cards: cardsOf(review) }),
    ...(about === 'method' && { spans: spansOf(review, chosen) }),
  }
}

/** When the finished runs of each campaign were measured; of several campaigns only, which can be told apart. */
function spansOf(review: ReviewReads, campaignIds: readonly number[]): NonNullable<FactsSource['spans']> {
  if (campaignIds.length < 2) return new Map()
  return new Map(
    campaignIds.map((id) => {
      const done = review.runs(id).filter(({ phase, state }) => phase === 'measure' && state === 'done')
      return [
        id,
        done.flatMap(({ startedAtMs, finishedAtMs }) =>
          startedAtMs === undefined || finishedAtMs === undefined
            ? []
            : [{ startMs: startedAtMs, endMs: finishedAtMs }],
        ),
      ]
    }),
  )
}

/** The campaigns that facts are about. */
export function idsOf({ campaigns }: FactsSource): readonly number[] {
  return campaigns.map(({ campaign }) => campaign.id)
}

function cardsOf(review: ReviewReads): NonNullable<FactsSource['cards']> {
  return new Map(
    deviceLinks(review).devices.flatMap(({ name, card, campaignIds }) => {
      const stated = { name, facts: cardFacts(card) }
      return campaignIds.map((id) => [id, stated] as const)
    }),
  )
}

/** What is told of each campaign that has numbers. */
function findingsOf(
  review: ReviewReads,
  campaignIds: readonly number[],
  unitOf: FieldReader['unitOf'] = () => undefined,
): Required<Pick<FactsSource, 'findings' | 'unsure'>> {
  const told = campaignIds.map((id) => {
    const campaign = review.campaign(id)
    const cases = campaign === undefined ? [] : casesOfCampaign(review, campaign)
    const [first] = cases
    return campaign === undefined || first === undefined
      ? undefined
      : articleSentences(campaign, cases, unitOf(first.metric.id))
  })
  return {
    findings: told.map((one) => one?.sentences ?? []),
    unsure: told.flatMap((one) => one?.unsure ?? []),
  }
}

function outlineOf(block: PreviewBlock): readonly OutlineEntry[] {
  if (block.type === 'heading') return [{ blockId: block.id, level: block.level, text: block.text }]
  return block.type === 'text' ? headingsOf(block.id, block.content) : []
}

function wordsOf(block: PreviewBlock): number {
  switch (block.type) {
    case 'heading':
    case 'quote':
      return countWords(block.text)
    case 'text':
    case 'facts':
      return countWords(block.content)
    case 'figure':
    case 'table':
    case 'picture':
      return countWords(block.caption)
    default:
      return 0
  }
}
