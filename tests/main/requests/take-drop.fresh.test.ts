import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ShellParts } from '../../../src/main/requests/handlers'
import { reviewRequests } from '../../../src/main/requests/review-requests'
import { shelfRequests } from '../../../src/main/requests/shelf-requests'
import { takeDrop } from '../../../src/main/requests/take-drop'
import { transferRequests } from '../../../src/main/requests/transfer-requests'
import type { AppWindow } from '../../../src/main/windows/app-window'

const showOpenDialog = vi.hoisted(() => vi.fn())
vi.mock('electron', () => ({
  app: {},
  clipboard: {},
  dialog: { showOpenDialog },
  ipcMain: {},
  nativeImage: {},
}))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-drop-'))
  await mkdir(join(folder, 'folder.benchwright'))
  for (const name of ['own.benchwright', 'other.BENCHWRIGHT', 'fio.json']) await writeFile(at(name), '')
})
afterAll(() => rm(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)

const tell = vi.fn()
const tellFailure = vi.fn()
const request = vi.fn()
beforeEach(() => vi.clearAllMocks())
function windowOf(review?: string): AppWindow {
  const dropped = { reviews: [], results: [] }
  const open = review === undefined ? undefined : { path: review, bench: { request } }
  return { review: open, dropped, tell, tellFailure } as unknown as AppWindow
}
const labels = { configuration: 'kernel 6.18', device: '' }

describe('takeDrop', () => {
  it('sends the page names, and keeps the paths for the import', async () => {
    const window = windowOf(at('own.benchwright'))
    await takeDrop([at('fio.json'), at('other.BENCHWRIGHT'), at('folder.benchwright')], window)
    expect(tell).toHaveBeenCalledExactlyOnceWith({
      type: 'dropped',
      files: { reviews: ['other.BENCHWRIGHT'], results: ['fio.json', 'folder.benchwright'] },
    })
    request.mockResolvedValue('report')
    expect(await transferRequests()['review.import']({ from: 'drop', ...labels }, window)).toBe('report')
    const paths = [at('fio.json'), at('folder.benchwright')]
    expect(request).toHaveBeenCalledExactlyOnceWith('import.files', { paths, ...labels })
    expect(showOpenDialog).not.toHaveBeenCalled()
  })

  it('leaves out the file of this very window, and treats names of one file as one file', async () => {
    const window = windowOf(at('own.benchwright'))
    await takeDrop(
      [at('own.benchwright'), join(folder, '.', 'folder.benchwright', '..', 'own.benchwright')],
      window,
    )
    expect(tell).toHaveBeenCalledExactlyOnceWith({ type: 'dropped', files: { reviews: [], results: [] } })
  })

  it.each([[[]], [undefined], ['/a'], [[5]], [['relative/path']], [[`/${'x'.repeat(4096)}`]]])(
    'reports that there are no files in %j, and keeps the previous drop',
    async (given) => {
      const window = windowOf()
      const before = { reviews: [], results: ['/before.json'] }
      window.dropped = before
      await takeDrop(given, window)
      expect(tell).not.toHaveBeenCalled()
      expect(tellFailure).toHaveBeenCalledOnce()
      expect(window.dropped).toBe(before)
    },
  )

  it('imports nothing if nothing was dropped', async () => {
    const importing = async () =>
      transferRequests()['review.import']({ from: 'drop', ...labels }, windowOf('/own.benchwright'))
    await expect(importing()).rejects.toMatchObject({ id: 'nothing-dropped' })
    expect(request).not.toHaveBeenCalled()
  })
})

describe('review.merge from the drop', () => {
  const merge = (window: AppWindow) =>
    shelfRequests({} as ShellParts)['review.merge']({ from: 'drop' }, window)
  const holding = (...reviews: readonly string[]) =>
    Object.assign(windowOf('/own.benchwright'), { dropped: { reviews, results: [] } })

  it('merges one file after the other, and names the one that cannot be read', async () => {
    request.mockResolvedValueOnce('report').mockRejectedValueOnce(new Error('/b.benchwright is damaged.'))
    expect(await merge(holding('/a.benchwright', '/b.benchwright'))).toEqual([
      { file: '/a.benchwright', report: 'report' },
      { file: '/b.benchwright', problem: '/b.benchwright is damaged.' },
    ])
    expect(request.mock.calls).toEqual([
      ['review.merge', { path: '/a.benchwright' }],
      ['review.merge', { path: '/b.benchwright' }],
    ])
    expect(showOpenDialog).not.toHaveBeenCalled()
  })

  it('rejects if the only file cannot be merged, or if no results file was dropped', async () => {
    request.mockRejectedValue(new Error('/a.benchwright is damaged.'))
    await expect(merge(holding('/a.benchwright'))).rejects.toThrow('/a.benchwright is damaged.')
    await expect(merge(holding())).rejects.toMatchObject({ id: 'nothing-dropped' })
  })
})

describe('review.open-dropped', () => {
  const openFromOutside = vi.fn()
  const requests = reviewRequests({ reviews: { openFromOutside }, resources: '/' } as unknown as ShellParts)

  it('opens one file after the other, and reports on the new review that dropped results were left', async () => {
    const window = windowOf()
    openFromOutside.mockImplementation(() => Object.assign(window, { review: {} }))
    Object.assign(window, {
      dropped: { reviews: ['/a.benchwright', '/b.benchwright'], results: ['/fio.json'] },
    })
    await requests['review.open-dropped']({}, window)
    expect(openFromOutside.mock.calls).toEqual([
      ['/a.benchwright', window],
      ['/b.benchwright', window],
    ])
    expect(tellFailure).toHaveBeenCalledOnce()
  })

  it('reports nothing about results that a review imports itself', async () => {
    const window = windowOf('/own.benchwright')
    Object.assign(window, { dropped: { reviews: ['/a.benchwright'], results: ['/fio.json'] } })
    await requests['review.open-dropped']({}, window)
    expect(openFromOutside).toHaveBeenCalledExactlyOnceWith('/a.benchwright', window)
    expect(tellFailure).not.toHaveBeenCalled()
  })
})
