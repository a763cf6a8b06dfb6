import { isDeepStrictEqual } from 'node:util'
import type { TakeReport } from '../../core/contract/shelf-requests'
import { openReview } from '../store/open-review'
import { ReviewFileError } from '../store/file/review-file-error'
import type { ReviewWriter } from '../store/review-store'

/** What a merge did, and how to undo it. */
export interface Merge {
  readonly report: TakeReport
  /** Removes what was added and is still there, and restores what was changed and has not been changed since. */
  readonly undo: () => Promise<void>
}

/** Merges the results file at this path into a review. `eraseCampaign`: also removes what a campaign left on machines. */
export function mergeReview(
  into: ReviewWriter,
  path: string,
  eraseCampaign: (campaignId: number) => Promise<void>,
): Merge {
  const before = contentOf(into)
  const other = openReview(path, { mode: 'read' })
  let report: TakeReport
  try {
    report = into.takeCampaigns(other, { whole: true })
  } finally {
    other.close()
  }
  const after = contentOf(into)
  return {
    report,
    async undo() {
      const now = contentOf(into)
      const added = <Id>(list: (content: Content) => readonly { readonly id: Id }[]): readonly Id[] => {
        const ids = (content: Content) => new Set(list(content).map(({ id }) => id))
        const [old, current] = [ids(before), ids(now)]
        return [...ids(after)].filter((id) => !old.has(id) && current.has(id))
      }
      for (const id of added(({ documents }) => documents)) into.bin.erase('document', id)
      for (const id of added(({ figures }) => figures)) into.bin.erase('figure', id)
      for (const id of added(({ pictures }) => pictures)) deletePicture(into, id)
      for (const id of added(({ scorecards }) => scorecards)) into.bin.erase('scorecard', id)
      for (const id of added(({ presets }) => presets)) into.bin.erase('preset', id)
      for (const { id } of report.taken) if (into.campaignFacts(id)) await eraseCampaign(id)
      for (const id of added(({ plans }) => plans)) erasePlan(into, id)
      restoreDevices(into, before, after, now)
      if (now.notes === after.notes && now.notes !== before.notes) into.describe(now.title, before.notes)
    },
  }
}

type Content = ReturnType<typeof contentOf>

function contentOf(review: ReviewWriter) {
  return { ...review.summary(), pictures: review.documents.pictures() }
}

function erasePlan(into: ReviewWriter, planId: string): void {
  const key = into.deletePlan(planId)
  if (key !== undefined) into.bin.erase('plan', key)
}

/** A picture that a document has come to show since stays. */
function deletePicture({ documents }: ReviewWriter, id: number): void {
  try {
    documents.deletePicture(id)
  } catch (error) {
    if (!(error instanceof ReviewFileError) || error.id !== 'refused') throw error
  }
}

/** Deletes the cards that were added, and restores those that were completed. */
function restoreDevices({ bin, cards }: ReviewWriter, before: Content, after: Content, now: Content): void {
  for (const merged of after.devices) {
    const [old, current] = [before, now].map(({ devices }) => devices.find(({ id }) => id === merged.id))
    if (!current || isDeepStrictEqual(old, merged)) continue
    if (!old) bin.erase('device', merged.id)
    else if (isDeepStrictEqual(current, merged)) {
      cards.saveDevice({ id: old.id, name: old.name, card: old.card })
      if (!old.photo && merged.photo) cards.setDevicePhoto(old.id, undefined)
    }
  }
}
