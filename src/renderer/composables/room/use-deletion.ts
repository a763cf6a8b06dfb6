import { computed, shallowReadonly, shallowRef, type ComputedRef, type Ref } from 'vue'
import type { BinKind, Deleted } from '../../../core/contract/review'
import { useBench } from '../use-bench'
import { useNotices } from '../use-notices'
import type { Action, ActionHistory, UndoableHistory } from './action-history'

const kindNames: Readonly<Record<BinKind, string>> = {
  campaign: 'campaign',
  plan: 'plan',
  figure: 'figure',
  document: 'document',
  device: 'device card',
  scorecard: 'scorecard',
  preset: 'preset',
}

/** "campaign", as it reads within a sentence. */
export function kindName(kind: BinKind): string {
  return kindNames[kind]
}

/** Names in a notice; the others are counted. */
const mostNamed = 3

/** "Deleted figure “Mix” · used in: document “Review”, scorecard “Drives”". */
export function deletedText({ item, usedIn }: Deleted): string {
  const named = usedIn.slice(0, mostNamed).map(({ kind, name }) => `${kindNames[kind]} “${name}”`)
  const others = usedIn.length - named.length
  const uses = [...named, ...(others > 0 ? [`${String(others)} more`] : [])].join(', ')
  return `Deleted ${kindNames[item.kind]} “${item.name}”${uses === '' ? '' : ` · used in: ${uses}`}`
}

/** What was deleted last; told as long as it is the next thing that its room would undo. */
interface Told {
  readonly text: string
  readonly action: Action
  readonly history: UndoableHistory
}

const told = shallowRef<Told>()
const isInDialog = shallowRef(false)
const shown = computed(() =>
  told.value?.history.nextUndo.value === told.value?.action ? told.value : undefined,
)

/** The deletion on the screen, for the frame, or for the dialog in which something was deleted. */
export interface ToldDeletion {
  readonly shown: ComputedRef<Told | undefined>
  /** A dialog covers the frame, and shows it itself. */
  readonly isInDialog: Readonly<Ref<boolean>>
  readonly undo: () => Promise<void>
  readonly close: () => void
}

export function useToldDeletion(): ToldDeletion {
  return {
    shown,
    isInDialog: shallowReadonly(isInDialog),
    async undo() {
      await shown.value?.history.undo()
    },
    close() {
      told.value = undefined
    },
  }
}

/** Tells of deletions in a dialog while it is open; returns what ends that. */
export function tellInDialog(): () => void {
  isInDialog.value = true
  return () => {
    isInDialog.value = false
  }
}

/** Tells what was deleted by the last action of a room. */
export function tellDeletion(deleted: Deleted, history: UndoableHistory): void {
  tellAction(deletedText(deleted), history)
}

/** Tells of the last action of a room, with its undo. */
export function tellAction(text: string, history: UndoableHistory): void {
  const action = history.nextUndo.value
  if (action) told.value = { text, action, history }
}

export interface Deletion {
  /**
   * Deletes something without asking: it goes into the bin, its undo into the history of the room, and a notice says
   * where it was used. `remove` asks the bench; `onGone` and `onBack` follow in the room. False if it failed.
   */
  remove(
    kind: BinKind,
    history: ActionHistory,
    remove: () => Promise<Deleted>,
    follow?: { readonly onGone?: () => unknown; readonly onBack?: () => unknown },
  ): Promise<boolean>
}

/** Deleting, the same in every room. */
export function useDeletion(): Deletion {
  const bench = useBench()
  const notices = useNotices()
  return {
    async remove(kind, history, remove, { onGone, onBack } = {}) {
      const what = kindNames[kind]
      let deleted: Deleted | undefined
      const act = () =>
        notices.attempt(`The ${what} could not be deleted`, async () => {
          deleted = await remove()
          await onGone?.()
        })
      if (!(await act()) || deleted === undefined) return false
      const label = `delete ${what} “${deleted.item.name}”`
      history.push({
        label,
        undo: () =>
          notices.attempt(`The ${what} could not be brought back`, async () => {
            // After a redo it may be another one.
            const { item } = deleted ?? {}
            if (item) await bench.request('bin.restore', { kind: item.kind, key: item.key })
            await onBack?.()
          }),
        redo: act,
      })
      tellDeletion(deleted, history)
      return true
    },
  }
}
