import { randomUUID } from 'node:crypto'
import type {
  PrivilegedAnswer,
  PrivilegedArguments,
  PrivilegedRequestName,
} from '../../core/contract/privileged-requests'
import { RequestFailure } from '../../core/contract/request-failure'
import { readPlan, writePlan } from '../../core/plan/plan-json'
import { readTextFile } from '../files/read-text-file'
import { takePicture } from '../figures/take-picture'
import { writeFileWhole } from '../files/write-file-whole'
import { untilAnswered } from '../hosts/local/until-answered'
import { existsSync } from 'node:fs'
import { pathOnShelf } from '../shelf/take-from-shelf'
import { alreadyThere } from '../store/file/review-file-error'
import { isSameFile, takeInto } from '../store/merge/take-into'
import { mergeReview } from './merge-review'
import { readShelfForWindow } from './answers/shelf-answers'
import { importForWindow } from './answers/import-answers'
import { type JobOptions, JobThread } from './aside/job-thread'
import type { Job, JobAnswer, JobGiven } from './aside/jobs'
import type { Told } from './aside/reader'
import { campaignFactsOf, documentOf } from './aside/write-jobs'
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
    const { report, undo } = mergeReview(writer, path, (campaignId) => runner.erase(campaignId))
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
  'campaign.write-card': (session, given) => aside(session, 'campaign.write-card', given),
  'campaign.name': ({ review }, { campaignId }) => ({
    name: campaignFactsOf(review, campaignId).name,
  }),
  'plan.write': async (session, { planId, path }) => {
    await writeFileWhole(path, writePlan(session.review.plan(planId)))
  },
  'plan.name': (session, { planId }) => ({ name: session.review.plan(planId).name }),
  'figure.write': (session, given) => aside(session, 'figure.write', given),
  'document.write': (session, given) => whileExporting(session, 'document.write', given),
  'document.name': (session, { documentId }) => ({ name: documentOf(session.review, documentId).name }),
  'figures.write': (session, given) => whileExporting(session, 'figures.write', given),
  'preset.take-picture': async (session, { presetId, path }) => {
    const writer = session.writer()
    return writer.article.setPresetPicture(presetId, await takePicture(path))
  },
  'figure.render': (session, given) => aside(session, 'figure.render', given),
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
export async function placesAnswer(name: PrivilegedRequestName, given: unknown): Promise<void> {
  // Both ends are typed.
  const { path, folder, paths = [] } = given as NamedPlaces
  await untilAnswered([path ?? [], folder ?? [], paths].flat(), { writes: !reading.has(name) })
}

/** Requests that write nothing to the places they name, or only if the file may be written at all. */
const reading: ReadonlySet<PrivilegedRequestName> = new Set([
  ...(['review.open', 'plan.import', 'import.files', 'shelf.read'] as const),
  ...(['review.merge', 'preset.take-picture'] as const),
])

/** Does a job in a thread of its own, beside what the windows ask for. */
async function aside<J extends Job>(
  session: Session,
  name: J,
  given: JobGiven<J>,
  options?: JobOptions,
): Promise<JobAnswer<J>> {
  const thread = new JobThread(session.review)
  try {
    return await thread.do(name, given, options)
  } finally {
    await thread.close()
  }
}

/** Does one export at a time, which `figures.cancel-export` cancels. */
function whileExporting<J extends Job>(session: Session, name: J, given: JobGiven<J>): Promise<JobAnswer<J>> {
  return session.exporting.run((signal) => {
    const tell = (told: Told) => session.tell({ type: 'export-progress', ...told })
    return aside(session, name, given, { signal, tell }).catch((error: unknown) => {
      if (!signal.aborted) throw error
      throw new RequestFailure({ id: 'cancelled', message: 'The export was cancelled.' })
    })
  })
}

function sameFile(path: string): RequestFailure {
  return new RequestFailure({
    id: 'same-file',
    message: `${path} is the file of this review.`,
    remedy: 'Choose another results file.',
  })
}
