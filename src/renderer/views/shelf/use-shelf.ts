import { computed, shallowRef, type Ref } from 'vue'
import type { ShelfListing, ShelfPick, ShelfTake, ShelfTaking } from '../../../core/contract/shelf-requests'
import { isCancelled, RequestFailure } from '../../../core/contract/request-failure'
import type { FigureSettings } from '../../../core/figures/kinds/figure-kinds'
import type { ShelfEntry } from '../../../core/results/shelf'
import { createActionHistory } from '../../composables/room/action-history'
import { useBench } from '../../composables/use-bench'
import { useNotices } from '../../composables/use-notices'
import { useShell } from '../../composables/use-shell'

/** Progress of reading or importing. */
export interface ShelfProgress {
  readonly done: number
  readonly total: number
  readonly name: string
}

/** The shelf of this person, and its actions, one at a time. `showRanking`: what becomes of a ranking. */
export function useShelf(
  selected: Ref<readonly ShelfEntry[]>,
  showRanking: (settings: FigureSettings) => unknown,
) {
  const shell = useShell()
  const bench = useBench()
  const notices = useNotices()
  const history = createActionHistory()
  /** Null: no folder has been chosen yet; undefined: not known yet. */
  const listing = shallowRef<ShelfListing | null>()
  const failure = shallowRef<RequestFailure>()
  const busy = shallowRef<'reading' | 'taking'>()
  const progress = shallowRef<ShelfProgress>()
  const taking = shallowRef<ShelfTaking>()

  bench.onEvent((event) => {
    if (event.type === 'shelf-progress' && busy.value) progress.value = event
  })

  /** Whether the message is about campaigns that the next undo deletes again. */
  const canGiveBack = computed(() => history.canUndo.value && takenIds(taking.value).length > 0)

  async function whileBusy<T>(what: 'reading' | 'taking', work: () => Promise<T>): Promise<T | undefined> {
    if (busy.value) return undefined
    busy.value = what
    progress.value = undefined
    try {
      return await work()
    } finally {
      busy.value = undefined
    }
  }

  /** Reads the folder, or asks for another one. The list shown stays until the new one is available. */
  async function read(folder: 'chosen' | 'ask'): Promise<void> {
    try {
      const answer = await whileBusy('reading', () => shell.request('shelf.read', { folder }))
      if (answer === undefined || (answer === null && folder === 'ask')) return
      listing.value = answer
      failure.value = undefined
    } catch (error) {
      if (!isCancelled(error)) failure.value = asFailure(error)
      else if (listing.value === undefined)
        failure.value = new RequestFailure({
          message: 'The reading was cancelled.',
          remedy: 'What was read is kept: the next reading continues from there.',
        })
    }
  }

  const isOwn = ({ file }: ShelfEntry) => file.path === listing.value?.own
  const foreign = computed(() => selected.value.filter((entry) => !isOwn(entry)))

  async function takePicks(picks: readonly ShelfPick[]): Promise<readonly ShelfTake[] | undefined> {
    taking.value = undefined
    try {
      const answer = await whileBusy('taking', () => bench.request('shelf.take', { picks }))
      if (answer === undefined) return undefined
      taking.value = answer
      return answer.cancelled ? undefined : answer.files
    } catch (error) {
      notices.failure(error, 'No campaign was taken')
      return undefined
    }
  }

  /** Deletes what was added. */
  async function giveBack(campaignIds: readonly number[]): Promise<void> {
    taking.value = undefined
    await notices.attempt('The campaigns that were taken could not be deleted again', async () => {
      for (const campaignId of campaignIds) await bench.request('campaign.delete', { campaignId })
    })
  }

  /** Adds the selected campaigns to this review; undefined if cancelled or failed. */
  async function take(): Promise<readonly ShelfTake[] | undefined> {
    const picks = picksOf(foreign.value)
    const files = picks.length === 0 ? [] : await takePicks(picks)
    let ids = takenIds(taking.value)
    if (ids.length > 0 && picks.length > 0)
      history.push({
        label: 'take campaigns',
        undo: () => giveBack(ids),
        redo: async () => {
          await takePicks(picks)
          ids = takenIds(taking.value)
        },
      })
    return files
  }

  /** Adds what is missing here and shows the ranking of all that are selected. */
  async function rank(): Promise<void> {
    const own = selected.value.filter(isOwn).map(({ campaign }) => campaign.id)
    const files = await take()
    if (files === undefined) return
    const reports = files.flatMap(({ report }) => report ?? [])
    const ids = reports.flatMap(({ taken, known }) => [...taken, ...known].map(({ id }) => id))
    // What could not be added is reported first.
    if (reports.length < files.length || [...own, ...ids].length === 0) return
    await notices.attempt('There is no ranking of these campaigns', async () => {
      const campaignIds = [...new Set([...own, ...ids])]
      await showRanking(await bench.request('shelf.ranking', { campaignIds }))
    })
  }

  async function open(file: string): Promise<void> {
    await notices.attempt('The file could not be opened', () => shell.request('shelf.open', { file }))
  }

  return {
    ...{ listing, failure, busy, progress, taking, canGiveBack, history },
    ...{ read, take, rank, open, isOwn },
    cancel: () => void bench.request('shelf.cancel', {}),
  }
}

function picksOf(entries: readonly ShelfEntry[]): readonly ShelfPick[] {
  const byFile = new Map<string, number[]>()
  for (const { file, campaign } of entries) {
    byFile.set(file.path, [...(byFile.get(file.path) ?? []), campaign.id])
  }
  return [...byFile].map(([file, campaignIds]) => ({ file, campaignIds }))
}

function takenIds(taking: ShelfTaking | undefined): readonly number[] {
  return (taking?.files ?? []).flatMap(({ report }) => (report?.taken ?? []).map(({ id }) => id))
}

function asFailure(error: unknown): RequestFailure {
  if (error instanceof RequestFailure) return error
  return new RequestFailure({ message: error instanceof Error ? error.message : String(error) })
}
