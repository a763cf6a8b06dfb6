import { EventEmitter } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BenchMessage } from '../../src/core/contract/bench-requests'
import type { BenchToShell, PrivilegedRequestName } from '../../src/core/contract/privileged-requests'

let folder: string
let file: string
let line: EventEmitter
let told: BenchToShell[]
let sequence = 0

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-bench-process-'))
  file = join(folder, 'review.benchwright')
  line = new EventEmitter()
  told = []
  const postMessage = (message: BenchToShell) => void told.push(message)
  Object.assign(process, { parentPort: { on: line.on.bind(line), postMessage } })
  vi.resetModules()
  await import('../../src/bench/bench-process')
})
afterEach(async () => {
  await ask('review.close', {})
  Reflect.deleteProperty(process, 'parentPort')
  await rm(folder, { recursive: true, force: true })
})

/** Sends a request as the shell does; resolves with the answer or the error. */
async function ask(name: PrivilegedRequestName, given: object): Promise<BenchToShell> {
  const own = ++sequence
  line.emit('message', { data: { kind: 'request', sequence: own, name, arguments: given }, ports: [] })
  return vi.waitFor(() => {
    const reply = told.find(
      (message) => (message.kind === 'answer' || message.kind === 'error') && message.sequence === own,
    )
    if (!reply) throw new Error(`no reply to ${name}`)
    return reply
  })
}

/** A window's port: what it receives, and a way to send requests. */
function connect() {
  const port = new EventEmitter()
  const heard: BenchMessage[] = []
  const started = vi.fn()
  const postMessage = (message: BenchMessage) => void heard.push(message)
  line.emit('message', {
    data: { kind: 'connect' },
    ports: [{ on: port.on.bind(port), postMessage, start: started }],
  })
  return {
    heard,
    started,
    ask: (name: string, given: object) =>
      port.emit('message', { data: { kind: 'request', sequence: 1, name, arguments: given } }),
    close: () => port.emit('close'),
  }
}

const titles = (heard: readonly BenchMessage[]) =>
  heard.flatMap((message) =>
    message.kind === 'event' && message.event.type === 'review-changed' ? [message.event.summary.title] : [],
  )

describe('the bench process', () => {
  it('opens one file and no second one', async () => {
    expect(await ask('review.open', { path: file, mode: 'create' })).toMatchObject({
      kind: 'answer',
      answer: { readOnly: false },
    })
    expect(await ask('review.open', { path: file, mode: 'write' })).toMatchObject({
      kind: 'error',
      error: { id: 'already-open' },
    })
  })

  it('answers with the reason if a file cannot be opened, and can then open another one', async () => {
    await writeFile(file, 'no database')
    expect(await ask('review.open', { path: file, mode: 'write' })).toMatchObject({
      kind: 'error',
      error: { id: 'not-a-results-file', remedy: expect.stringMatching(/^Only its name ends/) as unknown },
    })
    expect(await readFile(file, 'utf8')).toBe('no database')
    const other = join(folder, 'other.benchwright')
    expect(await ask('review.open', { path: other, mode: 'create' })).toMatchObject({ kind: 'answer' })
  })

  it('has nothing for the shell before a file is open', async () => {
    expect(await ask('plan.name', { planId: 'a' })).toMatchObject({
      kind: 'error',
      error: { id: 'no-review' },
    })
  })

  it('sends a new window the contents of the review, and every window each change', async () => {
    await ask('review.open', { path: file, mode: 'create' })
    const one = connect()
    const other = connect()
    await vi.waitFor(() =>
      expect([titles(one.heard)[0], titles(other.heard)[0]]).toEqual(['review', 'review']),
    )
    expect(one.started).toHaveBeenCalledOnce()
    one.ask('review.describe', { title: 'Ten drives', notes: '', base: { title: 'review', notes: '' } })
    await vi.waitFor(() => {
      expect(titles(one.heard).at(-1)).toBe('Ten drives')
      expect(titles(other.heard).at(-1)).toBe('Ten drives')
    })
  })

  it('sends a closed window nothing more', async () => {
    await ask('review.open', { path: file, mode: 'create' })
    const gone = connect()
    const there = connect()
    await vi.waitFor(() => expect(titles(there.heard)[0]).toBe('review'))
    gone.close()
    there.ask('review.describe', { title: 'After', notes: '', base: { title: 'review', notes: '' } })
    await vi.waitFor(() => expect(titles(there.heard).at(-1)).toBe('After'))
    expect(titles(gone.heard)).not.toContain('After')
  })

  it('releases the file, so that it can be opened again at once', async () => {
    await ask('review.open', { path: file, mode: 'create' })
    await ask('review.close', {})
    expect(await ask('review.open', { path: file, mode: 'write' })).toMatchObject({
      kind: 'answer',
      answer: { readOnly: false },
    })
  })
})
