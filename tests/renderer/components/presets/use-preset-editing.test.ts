import { beforeEach, expect, it, vi } from 'vitest'
import { computed, ref } from 'vue'
import type { ArticlePreset } from '../../../../src/core/figures/figure/article-look'
import { usePresetEditing } from '../../../../src/renderer/components/presets/use-preset-editing'
import { useToldDeletion } from '../../../../src/renderer/composables/room/use-deletion'
import { firstLook } from '../../../../src/renderer/components/presets/preset-draft'

const bytes = new Uint8Array([1, 2, 3])
const facts = { name: 'logo.png', type: 'image/png', width: 4, height: 2 } as const
const look = { ...firstLook, mark: { kind: 'logo', size: 1.6, opacityPercent: 100 } } as const

/** The presets of the review, as the bench would have them. */
const presets = ref<readonly ArticlePreset[]>([])
const chosenId = ref<number>()
const failures: string[] = []
let binned: readonly ArticlePreset[] = []
const requests: Readonly<Record<string, (given: never) => unknown>> = {
  'preset.picture': ({ presetId }: { presetId: number }) =>
    presets.value.find(({ id }) => id === presetId)?.picture ? { type: facts.type, bytes } : null,
  'preset.set-picture': (given: {
    presetId: number
    picture: { name: string; bytes: Uint8Array } | null
  }) => {
    if (given.picture) expect(given.picture).toEqual({ name: facts.name, bytes })
    presets.value = presets.value.map(({ picture: _, ...one }) =>
      one.id === given.presetId && given.picture ? { ...one, picture: facts } : one,
    )
    return presets.value.find(({ id }) => id === given.presetId)
  },
  'preset.delete': ({ base }: { base: { id: number; name: string } }) => {
    binned = presets.value.filter(({ id }) => id === base.id)
    presets.value = presets.value.filter(({ id }) => id !== base.id)
    return { item: { kind: 'preset', key: base.id, name: base.name }, usedIn: [] }
  },
  'bin.restore': ({ key }: { key: number }) => {
    presets.value = [...presets.value, ...binned.filter(({ id }) => id === key)]
  },
}
vi.mock('../../../../src/renderer/composables/use-bench', () => ({
  useBench: () => ({
    request: (name: string, given: never) => Promise.resolve(requests[name]?.(given)),
  }),
}))
vi.mock('../../../../src/renderer/composables/use-shell', () => ({ useShell: () => ({}) }))
vi.mock('../../../../src/renderer/composables/review/use-presets', () => ({
  usePresets: () => ({
    presets: computed(() => presets.value),
    chosen: computed(() => presets.value.find(({ id }) => id === chosenId.value)),
    choose: (id: number | undefined) => {
      chosenId.value = id
      return Promise.resolve()
    },
  }),
}))
vi.mock('../../../../src/renderer/composables/use-notices', async () =>
  (await import('../../mounted')).noticesWith(() => ({
    failure: (error: Error) => failures.push(error.message),
  })),
)

const told = useToldDeletion()

beforeEach(() => {
  presets.value = [{ id: 7, name: 'Magazine', look, picture: facts }]
  chosenId.value = 7
  failures.length = 0
})

it('offers to restore a logo that was removed', async () => {
  const editing = usePresetEditing()
  await editing.removePicture()
  expect(presets.value).toEqual([{ id: 7, name: 'Magazine', look }])
  expect(told.shown.value?.text).toBe('Removed logo.png')
  await told.undo()
  expect(told.shown.value).toBeUndefined()
  expect(presets.value).toEqual([{ id: 7, name: 'Magazine', look, picture: facts }])
  expect(editing.selected.value?.picture).toEqual(facts)
  expect(failures).toEqual([])
})

it('offers to restore a deleted preset with its logo, and as the one in use', async () => {
  const editing = usePresetEditing()
  await editing.remove()
  expect(presets.value).toEqual([])
  expect(told.shown.value?.text).toBe('Deleted preset “Magazine”')
  expect(editing.history.nextUndo.value?.label).toBe('delete preset “Magazine”')
  await told.undo()
  expect(told.shown.value).toBeUndefined()
  expect(presets.value).toEqual([{ id: 7, name: 'Magazine', look, picture: facts }])
  expect(editing.selectedId.value).toBe(7)
  expect(failures).toEqual([])
})
