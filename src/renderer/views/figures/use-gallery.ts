import { watch } from 'vue'
import type { Deleted, KnownFigure, SavedFigure, UnknownFigure } from '../../../core/contract/review'
import { moveItem } from '../../components/order/move-item'
import { createActionHistory, type ActionHistory } from '../../composables/room/action-history'
import { useDeletion } from '../../composables/room/use-deletion'
import { useBench } from '../../composables/use-bench'
import { useNotices } from '../../composables/use-notices'
import { useReview } from '../../composables/review/use-review'

export interface Gallery {
  readonly history: ActionHistory
  rename(figure: SavedFigure, name: string): Promise<void>
  duplicate(figure: SavedFigure): Promise<void>
  remove(figure: SavedFigure): Promise<void>
  removeUnknown(figure: UnknownFigure): Promise<void>
  move(from: number, to: number): Promise<void>
}

/** Actions on the saved figures; all of them can be undone. */
export function useGallery(): Gallery {
  const bench = useBench()
  const notices = useNotices()
  const { summary } = useReview()
  const history = createActionHistory()
  const deletion = useDeletion()
  /** What was saved since the last report of the review. */
  const kept = new Map<number, SavedFigure>()
  watch(summary, () => kept.clear(), { flush: 'sync' })

  const figures = () => summary.value?.figures ?? []

  const attempt = (act: () => Promise<void>) => notices.attempt('The figures could not be changed', act)

  /** Performs an action, and records how to undo it. */
  async function act(label: string, redo: () => Promise<void>, undo: () => Promise<void>): Promise<void> {
    if (await attempt(redo)) history.push({ label, undo: () => attempt(undo), redo: () => attempt(redo) })
  }

  /** `base`: the order that it replaces. */
  async function order(figureIds: readonly number[], base: readonly number[]): Promise<void> {
    await bench.request('figure.order', { figureIds, base })
  }

  /** The figure as last saved, to this window's knowledge. */
  function known(figure: SavedFigure): KnownFigure {
    const { id } = figure
    const { name, settings } = kept.get(id) ?? figures().find((one) => one.id === id) ?? figure
    return { id, name, settings }
  }

  async function save(base: KnownFigure | null, figure: Omit<KnownFigure, 'id'>): Promise<SavedFigure> {
    const { name, settings } = figure
    const saved = await bench.request('figure.save', { base, name, settings })
    kept.set(saved.id, saved)
    return saved
  }

  function remove(figure: SavedFigure): Promise<Deleted> {
    const base = known(figure)
    return bench.request('figure.delete', { figureId: base.id, base })
  }

  /** Adds a figure at a position of the gallery. */
  async function insert(
    { name, settings }: Pick<SavedFigure, 'name' | 'settings'>,
    place: number,
  ): Promise<SavedFigure> {
    const before = figures().map(({ id }) => id)
    const added = await save(null, { name, settings })
    await order([...before.slice(0, place), added.id, ...before.slice(place)], before)
    return added
  }

  return {
    history,
    async rename(figure, name) {
      const after = name.trim()
      const before = figure.name
      if (after === '' || after === before) return
      const call = (text: string) => async () => {
        const base = known(figure)
        await save(base, { ...base, name: text })
      }
      await act(`rename “${before}”`, call(after), call(before))
    },
    async duplicate(figure) {
      const place = figures().findIndex(({ id }) => id === figure.id) + 1
      let copy = figure
      await act(
        `duplicate “${figure.name}”`,
        async () => {
          copy = await insert({ ...figure, name: `${figure.name}, copy` }, place)
        },
        async () => {
          await remove(copy)
        },
      )
    },
    async remove(figure) {
      await deletion.remove('figure', history, () => remove(figure))
    },
    async removeUnknown({ id }) {
      await deletion.remove('figure', history, () =>
        bench.request('figure.delete', { figureId: id, base: null }),
      )
    },
    async move(from, to) {
      const before = figures().map(({ id }) => id)
      const after = moveItem(before, from, to)
      const put = (list: readonly number[], base: readonly number[]) => () => order(list, base)
      await act('move a figure', put(after, before), put(before, after))
    },
  }
}
