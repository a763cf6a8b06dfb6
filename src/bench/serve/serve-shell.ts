import { randomUUID } from 'node:crypto'
import type {
  PrivilegedAnswer,
  PrivilegedArguments,
  PrivilegedRequestName,
} from '../../core/contract/privileged-requests'
import { RequestFailure } from '../../core/contract/request-failure'
import { resultCard } from '../../core/document/result-card'
import { readPlan, writePlan } from '../../core/plan/plan-json'
import { drawCardPng, drawCardSvg } from '../figures/draw-card'
import { casesOfCampaign } from '../articles/measured-cases'
import { exportFigure, figureFiles, exportAdvice } from '../figures/export-figure'
import { exportFigures } from '../figures/export-figures'
import { Turns } from '../turns'
import { figureSteps } from '../figures/figure-of-review'
import { presetOfReview } from '../figures/preset-of-review'
import { readTextFile } from '../files/read-text-file'
import { takePicture } from '../figures/take-picture'
import { withoutSerials } from '../store/without-serials'
import { writeFileWhole } from '../files/write-file-whole'
import { untilAnswered } from '../hosts/local/until-answered'
import { existsSync } from 'node:fs'
import { pathOnShelf } from '../shelf/take-from-shelf'
import { alreadyThere } from '../store/file/copy-review'
import { isSameFile, takeInto } from '../store/merge/take-into'
import { mergeReview } from './merge-review'
import { readShelfForWindow } from './answers/shelf-answers'
import { importForWindow } from './answers/import-answers'
import { campaignOf } from './answers/campaign-answers'
import { documentOf } from './answers/document-answers'
import { writeReport } from '../articles/write-report'
import type { Answered } from './answers/answers'
import type { Session } from './session'

/** Answers to requests that only the shell may send, except opening and closing the file. */
type Answers = {
  readonly [N in Exclude<PrivilegedRequestName, 'review.open' | 'review.close'>]: (
    session: Session,
    given: PrivilegedArguments<N>,
  ) => Answered<PrivilegedAnswer<N>>
}

export const shellAnswers: Answers = {
  'confirmation.ask': async (session, { planId }) =>
    (await session.writingRunner().confirmations.ask(planId)) ?? null,
  'confirmation.give': (session, { confirmationId, typed }) => ({
    accepted: session.writingRunner().confirmations.give(confirmationId, typed),
  }),
  'campaign.stop-all': async (session) => ({ left: (await session.runner?.stopAll()) ?? [] }),
  'plan.import': async (session, { path }) => {
    const read = readPlan(await readTextFile(path), path)
    if (!read.ok) {
      const [problem] = read.problems
      throw new RequestFailure({
        id: 'bad-plan',
        message: `${path}: ${problem?.path ?? '$'}: ${problem?.text ?? ''}`,
        remedy: problem?.remedy ?? 'Choose another file.',
      })
    }
    // A plan that came from this very review is imported as a copy, so that nothing in it is overwritten.
    const taken = session.review.summary().plans.some(({ id }) => id === read.plan.id)
    const plan = taken ? { ...read.plan, id: randomUUID(), name: `${read.plan.name} (copy)` } : read.plan
    return { planId: session.writer().addPlan(plan).id }
  },
  'import.files': (session, { paths, configuration, device, deviceFrom, drives, units }) =>
    importForWindow(session, paths, {
      ...(configuration !== '' && { configuration }),
      ...(device !== '' && { device }),
      ...(deviceFrom !== undefined && { deviceFrom }),
      ...(drives && { drives }),
      ...(units && { units }),
    }),
  'shelf.read': (session, { folder }) => readShelfForWindow(session, folder),
  'shelf.path': ({ shelf }, { file }) => ({ path: pathOnShelf(shelf, file) }),
  'review.merge': (session, { path }) => {
    const writer = session.writer()
    if (isSameFile(path, writer.path)) throw sameFile(path)
    const runner = session.writingRunner()
    const { report, undo } = mergeReview(writer, path, (campaignId) => runner.delete(campaignId))
    session.undoMerge = undo
    return report
  },
  'review.copy': ({ review }, { path }) => {
    review.copyTo(path)
  },
  'campaign.copy': ({ review }, { campaignIds, path, isNew }) => {
    if (isNew && existsSync(path)) throw alreadyThere(path)
    return takeInto(path, review, { campaignIds })
  },
  'campaign.write-card': async (session, { campaignId, format, theme, path, redactSerials }) => {
    const review = handedOut(session, redactSerials)
    const campaign = campaignOf(review, campaignId)
    const card = resultCard(campaign, casesOfCampaign(review, campaign, true))
    await writeFileWhole(path, await (format === 'png' ? drawCardPng : drawCardSvg)(card, theme))
  },
  'campaign.name': ({ review }, { campaignId }) => ({ name: campaignOf(review, campaignId).name }),
  'plan.write': async (session, { planId, path }) => {
    await writeFileWhole(path, writePlan(session.review.plan(planId)))
  },
  'plan.name': (session, { planId }) => ({ name: session.review.plan(planId).name }),
  'figure.write': async (session, { settings, path, presetId, redactSerials, ...choice }) => {
    const review = handedOut(session, redactSerials)
    const preset = presetOfReview(review, presetId)
    const figure = await new Turns().finish(figureSteps(review, settings))
    const wanted = { ...choice, ...(preset && { preset }) }
    const files = await figureFiles(figure, wanted, path)
    // The dialog has asked about a file of the chosen name only.
    const taken = files.find((file) => file.path !== path && existsSync(file.path))
    if (taken) throw alreadyThere(taken.path)
    for (const file of files) await writeFileWhole(file.path, file.content)
    const advice = await exportAdvice(figure, wanted)
    return { path: files[0]?.path ?? path, ...(advice !== undefined && { advice }) }
  },
  'document.write': (session, { documentId, format, path, presetId, redactSerials }) =>
    whileExporting(session, async (signal) => {
      const document = documentOf(session, documentId)
      const { problems } = await writeReport(
        handedOut(session, redactSerials),
        { document, figures: [] },
        {
          ...{ format, path, signal },
          preset: presetOfReview(session.review, presetId),
          onProgress: (done, total) =>
            session.tell({ type: 'export-progress', done, total, name: document.name }),
        },
      )
      return { problems }
    }),
  'document.name': (session, { documentId }) => ({ name: documentOf(session, documentId).name }),
  'figures.write': (session, { folder, figureIds, presetId, redactSerials }) =>
    whileExporting(session, (signal) =>
      exportFigures(handedOut(session, redactSerials), {
        ...{ folder, figureIds, signal },
        preset: presetOfReview(session.review, presetId),
        onProgress: (progress) => session.tell({ type: 'export-progress', ...progress }),
      }),
    ),
  'preset.take-picture': async (session, { presetId, path }) => {
    const writer = session.writer()
    return writer.article.setPresetPicture(presetId, await takePicture(path))
  },
  'figure.render': async (session, { settings, presetId, redactSerials, ...choice }) => {
    const review = handedOut(session, redactSerials)
    const preset = presetOfReview(review, presetId)
    const figure = await new Turns().finish(figureSteps(review, settings))
    return {
      png: await exportFigure(figure, { ...choice, ...(preset && { preset }), format: 'png' }),
      title: figure.title,
    }
  },
}

/** What of its arguments a request finds in the file system. */
interface NamedPlaces {
  readonly path?: string
  readonly folder?: string
  readonly paths?: readonly string[]
}

/**
 * Resolves when the places that a request of the shell names answer, so that carrying it out holds up neither the runs
 * of this process nor its other requests. Rejects with a RequestFailure that names the one that does not.
 */
export async function placesAnswer(
  { path, folder, paths = [] }: NamedPlaces,
  signal?: AbortSignal,
): Promise<void> {
  await untilAnswered([path ?? [], folder ?? [], paths].flat(), { signal })
}

/** Runs one export at a time, which `figures.cancel-export` cancels. */
function whileExporting<T>(session: Session, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return session.exporting.run(async (signal) => {
    try {
      return await work(signal)
    } catch (error) {
      if (!signal.aborted) throw error
      throw new RequestFailure({ id: 'cancelled', message: 'The export was cancelled.' })
    }
  })
}

function sameFile(path: string): RequestFailure {
  return new RequestFailure({
    id: 'same-file',
    message: `${path} is the file of this review.`,
    remedy: 'Choose another results file.',
  })
}

/** The review as files written from it may show it. */
function handedOut({ review }: Session, redactSerials: boolean | undefined): Session['review'] {
  return redactSerials === true ? withoutSerials(review) : review
}
