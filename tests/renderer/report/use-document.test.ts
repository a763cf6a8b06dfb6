import { expect, it, vi } from 'vitest'
import { effectScope } from 'vue'
import { RequestFailure } from '../../../src/core/contract/request-failure'
import { useDocument } from '../../../src/renderer/views/report/use-document'

const locked = { message: 'a.benchwright is being written by another program.', remedy: 'Close it.' }
const request = vi.hoisted(() => vi.fn())
vi.mock('../../../src/renderer/composables/use-bench', () => ({ useBench: () => ({ request }) }))
vi.mock('../../../src/renderer/composables/use-notices', () => ({ useNotices: () => ({}) }))

it('keeps why a document could not be opened until another attempt succeeds', async () => {
  const opened = effectScope(true).run(useDocument)!
  let refuse: (reason: Error) => void = () => undefined
  request.mockReturnValueOnce(new Promise((_, reject) => (refuse = reject)))
  const attempt = opened.open(3)
  await vi.waitFor(() => expect(opened.opening.value).toBe(3))
  refuse(new RequestFailure(locked))
  await attempt
  expect(opened.opening.value).toBeUndefined()
  expect(opened.document.value).toBeUndefined()
  expect(opened.failure.value).toMatchObject({ documentId: 3, error: locked })

  const stored = { id: 3, name: 'Review', title: '', author: '', template: 'blank', blocks: [] }
  request.mockResolvedValueOnce(stored)
  await opened.open(3)
  expect(opened.document.value).toMatchObject({ id: 3, name: 'Review' })
  expect(opened.failure.value).toBeUndefined()
})
