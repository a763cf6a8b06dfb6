import { describe, expect, it, vi } from 'vitest'
import { RequestFailure } from '../../../src/core/contract/request-failure'
import { shellRequests, type ShellRequestName } from '../../../src/core/contract/shell-requests'
import type { ShellHandlers } from '../../../src/main/requests/handlers'
import { replyTo } from '../../../src/main/requests/reply-to'
import type { AppWindow } from '../../../src/main/windows/app-window'

const names = Object.keys(shellRequests) as ShellRequestName[]
const window = {} as unknown as AppWindow

function handlersThat(act: (name: string, given: unknown) => unknown): ShellHandlers {
  return Object.fromEntries(
    names.map((name) => [name, (given: unknown) => act(name, given)]),
  ) as unknown as ShellHandlers
}

const polluted = JSON.parse('{"__proto__": {"path": "/etc"}, "text": "x"}') as unknown
const badArguments = [
  undefined,
  null,
  5,
  'text',
  { extra: 1 },
  { path: 5 },
  polluted,
  { text: 'x'.repeat(10_000_001) },
]

describe('replyTo', () => {
  it.each([undefined, 5, '', 'review.destroy', '__proto__', 'constructor', 'toString', {}])(
    'rejects a request named %j',
    async (name) => {
      const act = vi.fn()
      expect(await replyTo(name, {}, handlersThat(act), window)).toMatchObject({
        ok: false,
        error: { id: 'bad-request' },
      })
      expect(act).not.toHaveBeenCalled()
    },
  )

  it.each(names)('%s refuses arguments of another shape before anything is done', async (name) => {
    const act = vi.fn()
    for (const given of badArguments) {
      const reply = await replyTo(name, given, handlersThat(act), window)
      expect(reply).toMatchObject({
        ok: false,
        error: { id: 'bad-request', message: expect.stringContaining(name) as string },
      })
    }
    expect(act).not.toHaveBeenCalled()
  })

  it('executes a valid request and answers', async () => {
    const reply = await replyTo(
      'start.forget',
      { path: '/a' },
      handlersThat((name, given) => [name, given]),
      window,
    )
    expect(reply).toEqual({ ok: true, answer: ['start.forget', { path: '/a' }] })
  })

  it('passes an expected failure on whole, and an unexpected one as a sentence', async () => {
    const failing = handlersThat((name) => {
      if (name === 'review.open') throw new RequestFailure({ message: 'No.', remedy: 'Yes.', id: 'no' })
      throw new TypeError('x is not a function')
    })
    expect(await replyTo('review.open', {}, failing, window)).toEqual({
      ok: false,
      error: { message: 'No.', remedy: 'Yes.', id: 'no' },
    })
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(await replyTo('start.recent', {}, failing, window)).toEqual({
      ok: false,
      error: { message: 'x is not a function' },
    })
    expect(log).toHaveBeenCalledOnce()
    log.mockRestore()
  })
})
