import { computed, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import {
  usualMarks,
  type ArticleLook,
  type ArticlePreset,
  type KnownPreset,
} from '../../../core/figures/figure/article-look'
import { createActionHistory, type ActionHistory } from '../../composables/room/action-history'
import { tellAction, useDeletion } from '../../composables/room/use-deletion'
import { useBench } from '../../composables/use-bench'
import { useNotices } from '../../composables/use-notices'
import { usePresets } from '../../composables/review/use-presets'
import { useShell } from '../../composables/use-shell'
import { freeName } from '../../../core/text/names'
import { firstLook } from './preset-draft'

export interface PresetEditing {
  /** The selected preset. */
  readonly selected: ComputedRef<ArticlePreset | undefined>
  readonly selectedId: ShallowRef<number | undefined>
  /** A built-in preset, which can only be copied. */
  readonly isBuiltIn: ComputedRef<boolean>
  /** Creates a new preset, from the selected one if there is one, and shows the figures with it. */
  add(): Promise<void>
  rename(name: string): Promise<void>
  change(look: ArticleLook): Promise<void>
  /** Deletions, which can be undone. */
  readonly history: ActionHistory
  /** Deletes the selected preset. */
  remove(): Promise<void>
  choosePicture(): Promise<void>
  /** Removes the picture. */
  removePicture(): Promise<void>
}

/** Editing of article presets; each change is saved at once. */
export function usePresetEditing(): PresetEditing {
  const history = createActionHistory()
  const deletion = useDeletion()
  const bench = useBench()
  const shell = useShell()
  const notices = useNotices()
  const { presets, chosen, choose } = usePresets()
  const selectedId = shallowRef<number>()
  /** What was changed last; the review reports it a moment later. */
  const draft = shallowRef<ArticlePreset>()
  const selected = computed(() => {
    const kept =
      presets.value.find(({ id }) => id === selectedId.value) ??
      (selectedId.value === undefined ? (chosen.value ?? presets.value[0]) : undefined)
    const changed = draft.value
    return changed !== undefined && changed.id === (kept?.id ?? selectedId.value) ? changed : kept
  })
  // The review is authoritative again once it has reported this very change; what it reports before is older.
  watch(presets, (now) => {
    const told = now.find(({ id }) => id === draft.value?.id)
    if (told && JSON.stringify(told) === JSON.stringify(draft.value)) draft.value = undefined
  })
  /** What was saved since the last report of the review. */
  const kept = new Map<number, KnownPreset>()
  watch(presets, () => kept.clear(), { flush: 'sync' })

  /** The preset as last saved, to this window's knowledge. */
  function known(presetId: number): KnownPreset | null {
    const found = kept.get(presetId) ?? presets.value.find(({ id }) => id === presetId)
    return found ? { id: found.id, name: found.name, look: found.look } : null
  }

  let last: Promise<unknown> = Promise.resolve()
  let saving = 0

  async function attempt(title: string, act: () => Promise<void>): Promise<void> {
    if (!(await notices.attempt(title, act))) draft.value = undefined
  }

  /** Saves one after the other, so that the later of two quick changes wins. */
  function save(preset: { id?: number; name: string; look: ArticleLook }): Promise<void> {
    if (preset.id !== undefined) draft.value = { ...selected.value, ...preset, id: preset.id }
    saving += 1
    const own = last.then(() =>
      attempt('The preset could not be saved', async () => {
        const { id, name, look } = preset
        const base = id === undefined ? null : known(id)
        const saved = await bench.request('preset.save', { base, name, look })
        kept.set(saved.id, saved)
        selectedId.value = saved.id
        if (saving === 1) draft.value = saved
        // Whoever makes a preset wants to see the figures with it.
        if (base === null) await choose(saved.id)
      }),
    )
    last = own.finally(() => {
      saving -= 1
    })
    return own
  }

  /** What restores the picture of a preset; undefined if it has none. */
  async function pictureOf({ id, picture }: ArticlePreset) {
    const kept = picture && (await bench.request('preset.picture', { presetId: id }))
    return kept ? { name: picture.name, bytes: kept.bytes } : undefined
  }

  return {
    selected,
    selectedId,
    history,
    isBuiltIn: computed(() => (selected.value?.id ?? -1) < 0),
    add() {
      const from = selected.value
      // A picture stays with the preset it was chosen for.
      const { mark: _, ...look } = from?.look ?? firstLook
      return save({ name: freeName(from ? `${from.name}, copy` : 'Magazine', presets.value), look })
    },
    async rename(name) {
      const preset = selected.value
      if (preset && name.trim() !== '' && name.trim() !== preset.name)
        await save({ id: preset.id, name: name.trim(), look: preset.look })
    },
    async change(look) {
      const preset = selected.value
      if (preset) await save({ id: preset.id, name: preset.name, look })
    },
    async remove() {
      const preset = selected.value
      if (!preset) return
      await last
      draft.value = undefined
      const remove = () => bench.request('preset.delete', { base: known(preset.id) ?? preset })
      await deletion.remove('preset', history, remove, {
        onGone: () => {
          selectedId.value = undefined
        },
        onBack: () => {
          selectedId.value = preset.id
        },
      })
    },
    async choosePicture() {
      const preset = selected.value
      if (!preset) return
      await attempt('The picture could not be taken', async () => {
        await last
        const taken = await shell.request('preset.choose-picture', { presetId: preset.id })
        if (taken) draft.value = taken
        if (taken && taken.look.mark === undefined)
          await save({ id: taken.id, name: taken.name, look: { ...taken.look, mark: usualMarks.logo } })
      })
    },
    async removePicture() {
      const preset = selected.value
      if (!preset) return
      await attempt('The picture could not be removed', async () => {
        await last
        const presetId = preset.id
        const picture = await pictureOf(preset)
        draft.value = await bench.request('preset.set-picture', { presetId, picture: null })
        if (!picture) return
        const set = (version: typeof picture | null, failure: string) => () =>
          attempt(failure, async () => {
            draft.value = await bench.request('preset.set-picture', { presetId, picture: version })
          })
        const undo = set(picture, 'The picture could not be restored')
        history.push({
          label: `remove ${picture.name}`,
          undo,
          redo: set(null, 'The picture could not be removed'),
        })
        tellAction(`Removed ${picture.name}`, history)
      })
    },
  }
}
