import type { StoredBlock } from '../../core/document/stored-document'
import { figureDefinition, needsComparison, type FigureSettings } from '../../core/figures/kinds/figure-kinds'
import { thinSpace } from '../../core/units/number-format'
import type { ReviewReads } from '../store/review-reads'
import { goneCampaigns } from '../figures/gone-campaigns'

/** Whether an edited block would read otherwise if the app wrote it now; earlier versions wrote U+2009 before units. */
export function isStale({ edited }: Extract<StoredBlock, { type: 'facts' }>, written: string): boolean {
  return edited !== undefined && edited.basis.replaceAll('\u2009', thinSpace) !== written
}

export const staleText =
  'What is recorded has changed since this was edited. Compare it with what the app writes now.'

/** What a block misses; the remedy is for its author only. */
export interface BlockProblem {
  readonly text: string
  readonly remedy: string
}

/** For the author; a string is complete. */
export function problemText(problem: BlockProblem | string): string {
  if (typeof problem === 'string') return problem
  const { text, remedy } = problem
  return remedy === '' ? text : `${text} ${remedy}`
}

const chooseAnother = 'Choose another one for this block, or remove the block.'

export const scorecardGone: BlockProblem = { text: 'The scorecard was deleted.', remedy: chooseAnother }

export const pictureGone: BlockProblem = {
  text: 'The picture is no longer in the file.',
  remedy: 'Bring it back with Undo, or remove the block.',
}

/** Why a saved figure cannot be shown. */
export function figureGone(review: ReviewReads, figureId: number): BlockProblem {
  const unknown = review.unknownFigures().find(({ id }) => id === figureId)
  return unknown
    ? { text: `The figure “${unknown.name}” cannot be drawn: ${unknown.problem}`, remedy: '' }
    : { text: 'The saved figure was deleted.', remedy: chooseAnother }
}

/** What a figure or table shows of campaigns that are no longer in the file. */
export function figureProblems(
  review: ReviewReads,
  { kind, campaignIds, comparison, scorecard }: FigureSettings,
): readonly BlockProblem[] {
  if (needsComparison(kind)) {
    const text = comparison && review.missingSide(comparison)?.message
    const remedy =
      'Open the figure in the Figures room and choose other sides, or choose another figure for this block.'
    return text === undefined ? [] : [{ text, remedy }]
  }
  if (figureDefinition(kind).needs === 'scorecards') return scorecardProblems(review, scorecard)
  const text = goneCampaigns(review, campaignIds, 'of this figure')
  const remedy =
    'Open it in the Figures room and choose others under Campaigns, or choose another figure for this block.'
  return text === undefined ? [] : [{ text, remedy }]
}

/** What a facts block tells of campaigns that are no longer in the file. */
export function factsProblems(
  review: ReviewReads,
  { campaignIds }: Pick<Extract<StoredBlock, { type: 'facts' }>, 'campaignIds'>,
): readonly BlockProblem[] {
  const text = goneCampaigns(review, campaignIds, 'of these facts')
  return text === undefined ? [] : [{ text, remedy: 'Choose their campaigns anew, or remove the block.' }]
}

/** Categories that take their winner from a comparison of campaigns that are gone. */
function scorecardProblems(review: ReviewReads, name: string | undefined): readonly BlockProblem[] {
  const found = review.cards.scorecards().find((one) => one.name === name)
  const remedy =
    'Decide it on the scorecard in the Review room, or take the campaign over from another results file.'
  return (found?.card.categories ?? []).flatMap(({ name: category, measured }) => {
    const why = measured && review.missingSide(measured.comparison)?.message
    return why === undefined
      ? []
      : [{ text: `“${category}” has no measured winner any more: ${why}`, remedy }]
  })
}
