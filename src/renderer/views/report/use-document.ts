import { computed, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import { isChangedElsewhere, RequestFailure } from '../../../core/contract/request-failure'
import {
  knownDocument,
  type DocumentContent,
  type KnownDocument,
  type TemplateName,
} from '../../../core/document/stored-document'
import { createActionHistory, type ActionHistory } from '../../composables/room/action-history'
import { useDeletion } from '../../composables/room/use-deletion'
import { useAutosave } from '../../composables/review/use-autosave'
import { useBench } from '../../composables/use-bench'
import { useNotices } from '../../composables/use-notices'
import { useReading, type Reading } from '../../composables/use-reading'
import type { FileState } from '../../composables/review/use-save-state'

/** The open document, saved automatically; edits can be undone. */
export interface OpenedDocument {
  /** The local version; undefined if none is open. */
  readonly document: Readonly<ShallowRef<KnownDocument | undefined>>
  readonly history: ActionHistory
  readonly fileState: ComputedRef<FileState>
  /** Of the document with this id, that was asked for last. */
  readonly reading: Reading<number>
  open(documentId: number): Promise<void>
  /** Creates a document from a template and opens it. */
  create(template: TemplateName): Promise<void>
  /** Stores a copy of a document under this name and opens it. */
  duplicate(documentId: number, name: string): Promise<void>
  /** `part` names the part being edited, so that typing is one undo step. */
  change(parts: Partial<DocumentContent>, label: string, part?: string): void
  /** Deletes the open document; undo restores it, with what was done to it before. */
  remove(): Promise<void>
  /** Saves pending changes. Never rejects. */
  saveNow(): Promise<void>
}

export function useDocument(): OpenedDocument {
  const bench = useBench()
  const notices = useNotices()
  const history = createActionHistory()
  const deletion = useDeletion()
  const document = shallowRef<KnownDocument>()
  const reading = useReading<number>()
  /** As last saved, to this window's knowledge. */
  let saved: KnownDocument | undefined
  const autosave = useAutosave<KnownDocument>(save)

  async function save(version: KnownDocument): Promise<void> {
    const base = saved
    if (base?.id !== version.id) return
    try {
      saved = knownDocument(await bench.request('document.save', { base, document: contentOf(version) }))
    } catch (error) {
      const ways = isChangedElsewhere(error)
        ? [
            { label: 'Take theirs', act: () => takeTheirs(version.id) },
            { label: 'Keep mine', act: () => keepMine(version) },
          ]
        : []
      notices.failure(error, 'The document could not be saved', ways)
      throw error
    }
  }

  function show(opened: KnownDocument | undefined): void {
    saved = opened
    document.value = opened
    reading.stop()
    history.clear()
  }

  /** Closes the document if theirs is that there is none. */
  async function takeTheirs(documentId: number): Promise<void> {
    await autosave.forget(documentId)
    await notices.attempt('The document could not be opened', async () =>
      show(await storedVersion(documentId)),
    )
  }

  /** Replaces theirs; a document that was deleted is stored again, with another id. */
  async function keepMine(failed: KnownDocument): Promise<void> {
    const mine = document.value?.id === failed.id ? document.value : failed
    await notices.attempt('The document could not be saved', async () => {
      saved = await storedVersion(mine.id)
      if (saved) {
        put(mine)
        await autosave.flush()
        return
      }
      await autosave.forget(mine.id)
      saved = knownDocument(await bench.request('document.save', { base: null, document: contentOf(mine) }))
      document.value = saved
    })
  }

  /** Undefined if it was deleted. */
  async function storedVersion(documentId: number): Promise<KnownDocument | undefined> {
    try {
      return knownDocument(await bench.request('document.get', { documentId }))
    } catch (error) {
      if (error instanceof RequestFailure && error.id === 'not-found') return undefined
      throw error
    }
  }

  function put(version: KnownDocument): void {
    document.value = version
    autosave.schedule(version)
  }

  const saveNow = () => autosave.flush().catch(() => undefined)

  return {
    ...{ document, history, saveNow, reading },
    fileState: computed(() => {
      const { kind } = autosave.state.value
      if (kind === 'saved') return 'saved'
      return kind === 'failed' ? 'not-saved' : 'saving'
    }),
    async open(documentId) {
      if (document.value?.id === documentId) {
        reading.stop()
        return
      }
      const found = await reading.read(documentId, async () => {
        await saveNow()
        await autosave.forget(documentId)
        return knownDocument(await bench.request('document.get', { documentId }))
      })
      if (found) show(found)
    },
    async create(template) {
      await saveNow()
      await notices.attempt('The document could not be made', async () =>
        show(knownDocument(await bench.request('document.new', { template }))),
      )
    },
    async duplicate(documentId, name) {
      await saveNow()
      await notices.attempt('The document could not be duplicated', async () => {
        const original = knownDocument(await bench.request('document.get', { documentId }))
        const copy = { base: null, document: { ...contentOf(original), name } }
        show(knownDocument(await bench.request('document.save', copy)))
      })
    },
    change(parts, label, part) {
      const before = document.value
      if (!before) return
      const after = { ...before, ...parts }
      // By id, because a document restored after deletion has another one.
      const go = (version: KnownDocument) => () => put({ ...version, id: document.value?.id ?? version.id })
      history.push({ label, undo: go(before), redo: go(after) }, part)
      put(after)
    },
    async remove() {
      const gone = document.value
      if (!gone || !saved) return
      await autosave.forget(gone.id)
      const remove = async () => {
        const base = saved ?? knownDocument(await bench.request('document.get', { documentId: gone.id }))
        return bench.request('document.delete', { base })
      }
      await deletion.remove('document', history, remove, {
        onGone: () => {
          saved = undefined
          document.value = undefined
          reading.stop()
        },
        onBack: async () => {
          saved = knownDocument(await bench.request('document.get', { documentId: gone.id }))
          document.value = saved
        },
      })
    },
  }
}

/** The parts of a document that a person can change. */
export function contentOf({ name, title, author, template, blocks }: KnownDocument): DocumentContent {
  return { name, title, author, template, blocks }
}
