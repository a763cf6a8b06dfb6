import { expect, it, vi } from 'vitest'
import { effectScope } from 'vue'
import { RequestFailure } from '../../../src/core/contract/request-failure'
import { useDocument } from '../../../src/renderer/views/report/use-document'
import { promised } from '../mounted'

const locked = { message: 'a.benchwright is being written by another program.', remedy: 'Close it.' }
const request = vi.hoisted(() => vi.fn())
vi.mock('../../../src/renderer/composables/use-bench', () => ({ useBench: () => ({ request }) }))
vi.mock('../../../src/renderer/composables/use-notices', () => ({ useNotices: () => ({}) }))

it('keeps why a document could not be opened until another attempt succeeds', async () => {
  const opened = effectScope(true).run(useDocument)!
  let refuse: (reason: Error) => void = () => undefined
  request.mockReturnValueOnce(new Promise((_, reject) => (refuse = reject)))
  const attempt = opened.open(3)
  await vi.waitFor(() => expect(opened.reading.pending.value).toBe(3))
  refuse(new RequestFailure(locked))
  await attempt
  expect(opened.reading.pending.value).toBeUndefined()
  expect(opened.document.value).toBeUndefined()
  expect(opened.reading.failure.value).toMatchObject({ what: 3, error: locked })

  const stored = { id: 3, name: 'Review', title: '', author: '', template: 'blank', blocks: [] }
  request.mockResolvedValueOnce(stored)
  await opened.open(3)
  expect(opened.document.value).toMatchObject({ id: 3, name: 'Review' })
  expect(opened.reading.failure.value).toBeUndefined()
})

it('shows the second of two readings of the same document', async () => {
  const opened = effectScope(true).run(useDocument)!
  const [first, second] = [promised<unknown>(), promised<unknown>()]
  request.mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise)
  const attempts = [opened.open(3), opened.open(3)]
  const stored = { id: 3, name: 'Review', title: 'Old', author: '', template: 'blank', blocks: [] }
  first.resolve(stored)
  second.resolve({ ...stored, title: 'New' })
  await Promise.all(attempts)
  expect(opened.document.value).toMatchObject({ title: 'New' })
  expect(opened.reading.pending.value).toBeUndefined()
})
