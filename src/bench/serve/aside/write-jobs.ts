import { existsSync } from 'node:fs'
import { RequestFailure } from '../../../core/contract/request-failure'
import type { PrivilegedAnswer, PrivilegedArguments } from '../../../core/contract/privileged-requests'
import { resultCard } from '../../../core/document/result-card'
import type { StoredDocument } from '../../../core/document/stored-document'
import type { CampaignDetail, CampaignFacts } from '../../../core/results/campaign/campaign'
import { casesOfCampaign } from '../../articles/measured-cases'
import { writeReport } from '../../articles/write-report'
import { drawCardPng, drawCardSvg } from '../../figures/draw-card'
import { exportAdvice, exportFigure, figureFiles } from '../../figures/export-figure'
import { exportFigures } from '../../figures/export-figures'
import { figureOfReview } from '../../figures/figure-of-review'
import { presetOfReview } from '../../figures/preset-of-review'
import { writeFileWhole } from '../../files/write-file-whole'
import type { ReviewReads } from '../../store/review-reads'
import { alreadyThere } from '../../store/file/review-file-error'
import { withoutSerials } from '../../store/without-serials'
import type { JobWatch, Reader } from './reader'

/** What is written for people from a review, by name; each is asked for by the request of that name. */
export const writeJobs = {
  async 'figure.write'(
    { review }: Reader,
    { settings, path, presetId, redactSerials, ...choice }: PrivilegedArguments<'figure.write'>,
  ): Promise<PrivilegedAnswer<'figure.write'>> {
    const shown = handedOut(review, redactSerials)
    const preset = presetOfReview(shown, presetId)
    const figure = figureOfReview(shown, settings)
    const wanted = { ...choice, ...(preset && { preset }) }
    const files = await figureFiles(figure, wanted, path)
    // The dialog has asked about a file of the chosen name only.
    const taken = files.find((file) => file.path !== path && existsSync(file.path))
    if (taken) throw alreadyThere(taken.path)
    for (const file of files) await writeFileWhole(file.path, file.content)
    const advice = await exportAdvice(figure, wanted)
    return { path: files[0]?.path ?? path, ...(advice !== undefined && { advice }) }
  },
  'figures.write'(
    { review }: Reader,
    { folder, figureIds, presetId, redactSerials }: PrivilegedArguments<'figures.write'>,
    { tell, signal }: JobWatch,
  ) {
    return exportFigures(handedOut(review, redactSerials), {
      ...{ folder, figureIds, signal, preset: presetOfReview(review, presetId) },
      onProgress: tell,
    })
  },
  async 'figure.render'(
    { review }: Reader,
    { settings, presetId, redactSerials, ...choice }: PrivilegedArguments<'figure.render'>,
  ): Promise<PrivilegedAnswer<'figure.render'>> {
    const shown = handedOut(review, redactSerials)
    const preset = presetOfReview(shown, presetId)
    const figure = figureOfReview(shown, settings)
    const png = await exportFigure(figure, { ...choice, ...(preset && { preset }), format: 'png' })
    return { png, title: figure.title }
  },
  async 'document.write'(
    { review }: Reader,
    { documentId, format, path, presetId, redactSerials }: PrivilegedArguments<'document.write'>,
    { tell, signal }: JobWatch,
  ): Promise<PrivilegedAnswer<'document.write'>> {
    const document = documentOf(review, documentId)
    const { problems } = await writeReport(
      handedOut(review, redactSerials),
      { document, figures: [] },
      {
        ...{ format, path, signal, preset: presetOfReview(review, presetId) },
        onProgress: (done, total) => tell({ done, total, name: document.name }),
      },
    )
    return { problems }
  },
  async 'campaign.write-card'(
    { review }: Reader,
    { campaignId, format, theme, path, redactSerials }: PrivilegedArguments<'campaign.write-card'>,
  ): Promise<void> {
    const shown = handedOut(review, redactSerials)
    const campaign = campaignOf(shown, campaignId)
    const card = resultCard(campaign, casesOfCampaign(shown, campaign, true))
    await writeFileWhole(path, await (format === 'png' ? drawCardPng : drawCardSvg)(card, theme))
  },
}

/** A stored document. Throws a RequestFailure if it no longer exists. */
export function documentOf(review: ReviewReads, documentId: number): StoredDocument {
  const document = review.documents.read(documentId)
  if (document) return document
  throw new RequestFailure({
    id: 'not-found',
    message: `There is no document ${String(documentId)}.`,
    remedy: 'It was deleted in another window or program. Choose another one.',
  })
}

/** A campaign with all its runs, which takes seconds for many. Throws a RequestFailure if it no longer exists. */
export function campaignOf(review: ReviewReads, campaignId: number): CampaignDetail {
  return review.campaign(campaignId) ?? noCampaign()
}

/** The same without its runs. */
export function campaignFactsOf(review: ReviewReads, campaignId: number): CampaignFacts {
  return review.campaignFacts(campaignId) ?? noCampaign()
}

function noCampaign(): never {
  throw new RequestFailure({
    id: 'no-campaign',
    message: 'This campaign is not in the results file.',
    remedy: 'It may have been deleted in another window.',
  })
}

/** The review as files written from it may show it. */
function handedOut(review: ReviewReads, redactSerials: boolean | undefined): ReviewReads {
  return redactSerials === true ? withoutSerials(review) : review
}
