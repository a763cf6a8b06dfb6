import type { SavedFigure } from '../../../core/contract/review'
import type { FigureSettings } from '../../../core/figures/figure-kinds'
import { moveItem } from '../../components/order/move-item'
import { createActionHistory, type ActionHistory } from '../../composables/action-history'
import { useBench } from '../../composables/use-bench'
import { useNotices } from '../../composables/use-notices'
import { useReview } from '../../composables/use-review'

export interface Gallery {
  readonly history: ActionHistory
  rename(figure: SavedFigure, name: string): Promise<void>
  duplicate(figure: SavedFigure): Promise<void>
  remove(figure: SavedFigure): Promise<void>
  move(from: number, to: number): Promise<void>
}

/** What can be done to the saved figures; all of it can be undone. A figure that comes back is the same with another id. */
export function useGallery(): Gallery {
  const bench = useBench()
  const notices = useNotices()
  const { summary } = useReview()
  const history = createActionHistory()
  /** Ids that figures have now, by the id they had when they were first seen. */
  const ids = new Map<number, number>()

  const figures = () => summary.value?.figures ?? []
  const now = (id: number): number => {
    const newer = ids.get(id)
    return newer === undefined ? id : now(newer)
  }

  async function attempt(deed: () => Promise<void>): Promise<boolean> {
    try {
      await deed()
      return true
    } catch (error) {
      notices.failure(error, 'The figures could not be changed')
      return false
    }
  }

  /** Does it, and notes how to take it back. */
  async function act(redo: () => Promise<void>, undo: () => Promise<void>): Promise<void> {
    if (await attempt(redo)) history.push({ undo: () => attempt(undo), redo: () => attempt(redo) })
  }

  async function order(figureIds: readonly number[]): Promise<void> {
    await bench.request('figure.order', { figureIds })
  }

  function save(id: number | undefined, name: string, settings: FigureSettings): Promise<SavedFigure> {
    return bench.request('figure.save', { id, name, settings })
  }

  /** Adds a figure at a place of the gallery. */
  async function insert(
    { name, settings }: Pick<SavedFigure, 'name' | 'settings'>,
    place: number,
  ): Promise<number> {
    const before = figures().map(({ id }) => id)
    const { id } = await save(undefined, name, settings)
    await order([...before.slice(0, place), id, ...before.slice(place)])
    return id
  }

  return {
    history,
    async rename({ id, name: before, settings }, name) {
      const after = name.trim()
      if (after === '' || after === before) return
      const call = (text: string) => async () => {
        await save(now(id), text, settings)
      }
      await act(call(after), call(before))
    },
    async duplicate(figure) {
      const place = figures().findIndex(({ id }) => id === figure.id) + 1
      let copy = 0
      await act(
        async () => {
          copy = await insert({ ...figure, name: `${figure.name}, copy` }, place)
        },
        async () => {
          await bench.request('figure.delete', { figureId: copy })
        },
      )
    },
    async remove(figure) {
      const place = figures().findIndex(({ id }) => id === figure.id)
      await act(
        async () => {
          await bench.request('figure.delete', { figureId: now(figure.id) })
        },
        async () => {
          const gone = now(figure.id)
          ids.set(gone, await insert(figure, place))
        },
      )
    },
    async move(from, to) {
      const before = figures().map(({ id }) => id)
      const after = moveItem(before, from, to)
      const put = (list: readonly number[]) => () => order(list.map(now))
      await act(put(after), put(before))
    },
  }
}
