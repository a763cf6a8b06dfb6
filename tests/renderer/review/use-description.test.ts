import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope, nextTick, shallowRef } from 'vue'
import type { ReviewSummary } from '../../../src/core/contract/review'
import { useDescription, type Words } from '../../../src/renderer/views/review/use-description'
import { review } from './campaign-fixture'

beforeEach(() => {
  vi.useFakeTimers()
  // The composable also saves when its view is unmounted; here there is no view.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

function described(save = vi.fn((_mine: Words, _base: Words): Promise<void> => Promise.resolve())) {
  const summary = shallowRef<ReviewSummary | undefined>(review({ title: 'One', notes: 'old' }))
  const failed = vi.fn()
  const description = effectScope(true).run(() => useDescription(summary, save, failed))
  if (!description) throw new Error('The scope did not run.')
  return { ...description, summary, save, failed }
}

describe('useDescription', () => {
  it('saves once, after typing has paused', async () => {
    const { title, save } = described()
    for (const text of ['T', 'Tw', 'Two']) {
      title.value = text
      await nextTick()
      await vi.advanceTimersByTimeAsync(300)
    }
    expect(save).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(600)
    expect(save).toHaveBeenCalledExactlyOnceWith(
      { title: 'Two', notes: 'old' },
      { title: 'One', notes: 'old' },
    )
  })

  it('saves at once on request, and nothing if nothing was typed', async () => {
    const { notes, save, saveNow } = described()
    await saveNow()
    notes.value = 'new'
    await saveNow()
    await vi.advanceTimersByTimeAsync(2000)
    expect(save).toHaveBeenCalledExactlyOnceWith(
      { title: 'One', notes: 'new' },
      { title: 'One', notes: 'old' },
    )
  })

  it('takes over what comes from the file, but not over what is being typed', async () => {
    const { title, summary } = described()
    summary.value = review({ title: 'From the file' })
    expect(title.value).toBe('From the file')
    title.value = 'Being typed'
    await nextTick()
    summary.value = review({ title: 'From the file again' })
    expect(title.value).toBe('Being typed')
  })

  it('keeps what could not be saved and retries', async () => {
    const save = vi.fn((_mine: Words, _base: Words): Promise<void> => Promise.resolve())
    save.mockRejectedValueOnce(new Error('disk full'))
    const { title, saveNow, failed } = described(save)
    title.value = 'Two'
    await saveNow()
    expect(failed).toHaveBeenCalledWith(new Error('disk full'))
    expect(title.value).toBe('Two')
    await saveNow()
    expect(save).toHaveBeenCalledTimes(2)
    expect(failed).toHaveBeenCalledTimes(1)
  })

  it('takes what another program has saved, or saves over it, as the person chooses', async () => {
    const save = vi.fn((_mine: Words, _base: Words): Promise<void> => Promise.resolve())
    save.mockRejectedValueOnce(new Error('changed elsewhere'))
    save.mockRejectedValueOnce(new Error('changed elsewhere'))
    const { title, notes, summary, saveNow, fileState, takeTheirs, keepMine } = described(save)
    title.value = 'Mine'
    await saveNow()
    summary.value = review({ title: 'Theirs', notes: 'their notes' })
    expect([title.value, fileState.value]).toEqual(['Mine', 'not-saved'])
    takeTheirs()
    expect([title.value, notes.value, fileState.value]).toEqual(['Theirs', 'their notes', 'saved'])

    title.value = 'Mine'
    await saveNow()
    summary.value = review({ title: 'Later', notes: '' })
    await keepMine()
    const mine = { title: 'Mine', notes: 'their notes' }
    expect(save).toHaveBeenLastCalledWith(mine, { title: 'Later', notes: '' })
    expect(fileState.value).toBe('saved')
  })
})
