import { describe, expect, it } from 'vitest'
import { nextTick, ref } from 'vue'
import { useDismissed } from '../../../src/renderer/views/design/advice/use-dismissed'

function memory(text: string | null = null) {
  let stored = text
  return { getItem: () => stored, setItem: (_key: string, value: string) => void (stored = value) }
}

describe('useDismissed', () => {
  it('remembers by plan, across a restart', async () => {
    const storage = memory()
    const planId = ref<string | undefined>('a')
    const { ids, dismiss } = useDismissed(planId, storage)
    dismiss('many-layouts')
    await nextTick()
    expect([...ids.value]).toEqual(['many-layouts'])
    planId.value = 'b'
    expect([...ids.value]).toEqual([])
    expect([...useDismissed(ref('a'), storage).ids.value]).toEqual(['many-layouts'])
  })

  it('restores everything of a plan', () => {
    const { ids, dismiss, restore } = useDismissed(ref('a'), memory())
    dismiss('x')
    restore()
    expect(ids.value.size).toBe(0)
  })

  it('reads nothing from malformed data', () => {
    for (const text of ['{', '[]', 'null', '{"a":"x"}', '{"a":[1]}']) {
      expect(useDismissed(ref('a'), memory(text)).ids.value.size).toBe(0)
    }
  })
})
