import { describe, expect, it, vi } from 'vitest'
import { reactive, ref } from 'vue'
import type { BenchMessage } from '../../../src/core/contract/bench-requests'
import { BenchConnection, type Line } from '../../../src/renderer/connection/bench-connection'
import { plainCopy } from '../../../src/renderer/connection/plain-copy'

class FakeLine implements Line {
  readonly sent: BenchMessage[] = []
  closed = false
  #hear: (message: BenchMessage) => void = () => undefined
  listen = (hear: (message: BenchMessage) => void) => (this.#hear = hear)
  // A real port clones; a proxy would not pass.
  send = (message: BenchMessage) => void this.sent.push(structuredClone(message))
  close = () => (this.closed = true)
  say = (message: BenchMessage) => this.#hear(message)
  answer(place: number, answer: unknown) {
    const request = this.sent[place]
    if (request?.kind !== 'request') throw new Error(`There is no request ${place}.`)
    this.say({ kind: 'answer', sequence: request.sequence, answer })
  }
}

const lost = { id: 'bench-lost', message: 'The bench ended.', remedy: 'Try again.' }

describe('BenchConnection', () => {
  it('queues requests before there is a port, and sends them in order', async () => {
    const connection = new BenchConnection()
    const first = connection.request('review.summary', {})
    const second = connection.request('campaign.get', { campaignId: 3 })
    const line = new FakeLine()
    connection.adopt(line)
    expect(line.sent).toMatchObject([
      { name: 'review.summary', arguments: {} },
      { name: 'campaign.get', arguments: { campaignId: 3 } },
    ])
    line.answer(1, 'second')
    line.answer(0, 'first')
    expect(await Promise.all([first, second])).toEqual(['first', 'second'])
  })

  it('rejects with message, remedy and id', async () => {
    const connection = new BenchConnection()
    const line = new FakeLine()
    connection.adopt(line)
    const asked = connection.request('plan.get', { planId: 'a' })
    line.say({
      kind: 'error',
      sequence: 1,
      error: { message: 'No plan.', remedy: 'Make one.', id: 'no-plan' },
    })
    await expect(asked).rejects.toMatchObject({ message: 'No plan.', remedy: 'Make one.', id: 'no-plan' })
  })

  it('rejects all pending and new requests once there is no bench any more, until there is one after all', async () => {
    const connection = new BenchConnection()
    const waiting = connection.request('review.summary', {})
    connection.end(lost)
    await expect(waiting).rejects.toMatchObject(lost)
    await expect(connection.request('review.summary', {})).rejects.toMatchObject(lost)
    const line = new FakeLine()
    connection.adopt(line)
    expect(line.sent).toEqual([])
    const asked = connection.request('review.summary', {})
    line.answer(0, 'there')
    expect(await asked).toBe('there')
  })

  it('rejects what was on a lost port and queues later requests for the next', async () => {
    const connection = new BenchConnection()
    const old = new FakeLine()
    connection.adopt(old)
    const before = connection.request('review.summary', {})
    connection.lose(lost)
    await expect(before).rejects.toMatchObject(lost)
    expect(old.closed).toBe(true)
    const after = connection.request('review.summary', {})
    connection.lose(lost)
    const line = new FakeLine()
    connection.adopt(line)
    line.answer(0, 'summary')
    expect(await after).toBe('summary')
  })

  it('rejects what was on a replaced port, so that nobody waits forever', async () => {
    const connection = new BenchConnection()
    connection.adopt(new FakeLine())
    const before = connection.request('review.summary', {})
    connection.adopt(new FakeLine())
    await expect(before).rejects.toMatchObject({ id: 'bench-lost' })
  })

  it('passes events to all listeners, over every port, until they stop', () => {
    const connection = new BenchConnection()
    const [one, other] = [vi.fn(), vi.fn()]
    const stop = connection.onEvent(one)
    connection.onEvent(other)
    const event = { type: 'plan-check', planId: 'a', checked: 1, total: 2 } as const
    const line = new FakeLine()
    connection.adopt(line)
    line.say({ kind: 'event', event })
    stop()
    const next = new FakeLine()
    connection.adopt(next)
    next.say({ kind: 'event', event })
    expect([one.mock.calls.length, other.mock.calls.length]).toEqual([1, 2])
  })
})

describe('plainCopy', () => {
  it('unwraps proxies and refs, at any depth, and leaves out what is undefined', () => {
    const plan = reactive({ axes: [{ key: 'block_size', levels: [4096] }], notes: undefined, on: true })
    const copy = plainCopy({ plan, title: ref('mix'), list: ref([plan.axes[0]]) })
    expect(structuredClone(copy)).toEqual({
      plan: { axes: [{ key: 'block_size', levels: [4096] }], on: true },
      title: 'mix',
      list: [{ key: 'block_size', levels: [4096] }],
    })
    expect(copy).not.toHaveProperty('plan.notes')
  })
})
