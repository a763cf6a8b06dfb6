import { computed, ref, type ComputedRef, type Ref, type WritableComputedRef } from 'vue'
import type { Deleted } from '../../../../core/contract/review'
import type { ActionHistory } from '../../../composables/room/action-history'
import { kindName, useDeletion } from '../../../composables/room/use-deletion'
import { useNotices } from '../../../composables/use-notices'

/** A device card or scorecard as last saved, to this window's knowledge. */
export interface Card<T> {
  readonly id: number
  readonly name: string
  readonly card: T
}
export type CardContent<T> = Omit<Card<T>, 'id'>

export interface CardRoom<T> {
  /** The cards of the review. */
  cards(): readonly Card<T>[]
  /** `base`: null for a new card. */
  save(base: Card<T> | null, content: CardContent<T>): Promise<Card<T>>
  remove(base: Card<T>): Promise<Deleted>
}

export interface CardEditing<T> {
  /** Adds a card; returns its id, or undefined if it could not be saved. */
  add(content: CardContent<T>): Promise<number | undefined>
  /**
   * Changes the version of a card that is current when its turn comes: edits in quick succession are applied one
   * after the other. False if it could not be saved.
   */
  change(cardId: number, edit: (now: CardContent<T>) => CardContent<T>): Promise<boolean>
  remove(cardId: number): Promise<boolean>
  /** Another change of a card, with its undo; `label` as it reads after "Undo". */
  act(label: string, redo: () => Promise<unknown>, undo: () => Promise<unknown>): Promise<boolean>
  /** Current id of a card; one that was added again has another. */
  now(cardId: number): number
}

/** Actions on the cards of a review; all of them can be undone, unless another program has changed the card since. */
export function useCardEditing<T>(
  history: ActionHistory,
  kind: 'device' | 'scorecard',
  room: CardRoom<T>,
): CardEditing<T> {
  const notices = useNotices()
  const deletion = useDeletion()
  const what = kindName(kind)
  const ids = new Map<number, number>()
  /** As last saved, because the review's summary reports it a little later. */
  const saved = new Map<number, { readonly card: Card<T>; readonly before: Card<T> | undefined }>()
  let line: Promise<unknown> = Promise.resolve()

  const now = (id: number): number => {
    const newer = ids.get(id)
    return newer === undefined ? id : now(newer)
  }
  const listed = (id: number) => room.cards().find((card) => card.id === id)

  function known(id: number): Card<T> | undefined {
    const current = now(id)
    const [inList, kept] = [listed(current), saved.get(current)]
    const card = kept !== undefined && inList === kept.before ? kept.card : inList
    return card && { id: card.id, name: card.name, card: card.card }
  }

  async function save(base: Card<T> | null, content: CardContent<T>): Promise<Card<T>> {
    const card = await room.save(base, content)
    saved.set(card.id, { card, before: listed(card.id) })
    return card
  }

  /** One after the other. Failures are reported to the person. */
  function attempt(act: () => Promise<unknown>): Promise<boolean> {
    const done = line.then(() => notices.attempt(`The ${what} could not be changed`, act))
    line = done
    return done
  }

  async function act(
    label: string,
    redo: () => Promise<unknown>,
    undo: () => Promise<unknown>,
  ): Promise<boolean> {
    const done = await attempt(redo)
    if (done) history.push({ label, undo: () => attempt(undo), redo: () => attempt(redo) })
    return done
  }

  return {
    act,
    now,
    async add(content) {
      let first: number | undefined
      const done = await act(
        `add ${content.name}`,
        async () => {
          const { id } = await save(null, content)
          if (first === undefined) first = id
          else ids.set(now(first), id)
        },
        async () => {
          const card = first === undefined ? undefined : known(first)
          if (card) await room.remove(card)
        },
      )
      return done ? first : undefined
    },
    change(cardId, edit) {
      let versions: { readonly from: CardContent<T>; readonly to: CardContent<T> } | undefined
      return act(
        `change ${known(cardId)?.name ?? what}`,
        async () => {
          const card = known(cardId)
          if (versions === undefined && card) versions = { from: card, to: edit(card) }
          if (versions) await save({ ...versions.from, id: now(cardId) }, contentOf(versions.to))
        },
        async () => {
          if (versions) await save({ ...versions.to, id: now(cardId) }, contentOf(versions.from))
        },
      )
    },
    remove(cardId) {
      return deletion.remove(kind, history, async () => {
        await line
        const card = known(cardId)
        if (!card) throw new Error(`The ${what} is not in the review any more.`)
        return room.remove(card)
      })
    },
  }
}

/** The card that is open in a form. */
export interface OpenCard<T, C extends Card<T>> {
  readonly card: ComputedRef<C | undefined>
  readonly isShown: WritableComputedRef<boolean>
  /** Changes when a field should discard what was typed, because it could not be saved. */
  readonly round: Readonly<Ref<number>>
  open(cardId: number | undefined): void
  close(): void
  /** False if it could not be saved. */
  change(edit: (now: CardContent<T>) => CardContent<T>): Promise<boolean>
  remove(): Promise<void>
}

export function useOpenCard<T, C extends Card<T>>(
  editing: CardEditing<T>,
  cards: () => readonly C[],
): OpenCard<T, C> {
  const openId = ref<number>()
  const round = ref(0)
  const card = computed(() => {
    const id = openId.value === undefined ? undefined : editing.now(openId.value)
    return cards().find((one) => one.id === id)
  })
  const close = () => (openId.value = undefined)
  return {
    card,
    round,
    isShown: computed({
      get: () => card.value !== undefined,
      set: (shown) => {
        if (!shown) close()
      },
    }),
    open: (cardId) => (openId.value = cardId),
    close,
    async change(edit) {
      if (!card.value) return false
      const done = await editing.change(card.value.id, edit)
      if (!done) round.value += 1
      return done
    },
    async remove() {
      const id = card.value?.id
      close()
      if (id !== undefined) await editing.remove(id)
    },
  }
}

function contentOf<T>({ name, card }: CardContent<T>): CardContent<T> {
  return { name, card }
}
