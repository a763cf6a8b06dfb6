import { describe, expect, it } from 'vitest'
import { RequestFailure } from '../../../src/core/contract/request-failure'
import { useOpening } from '../../../src/renderer/views/start/use-opening'

/** Work that ends when the test says so. */
function work() {
  let end: () => void = () => undefined
  let fail: (error: unknown) => void = () => undefined
  const promise = new Promise<void>((resolve, reject) => {
    end = resolve
    fail = reject
  })
  return { act: () => promise, end, fail }
}

describe('useOpening', () => {
  it('names the entry while it is being opened, and opens nothing else in the meantime', async () => {
    const { attempt, place, busy } = useOpening()
    const first = work()
    const done = attempt('/a', 'title', first.act)
    expect([place.value, busy.value]).toEqual(['/a', true])
    let opened = false
    await attempt('/b', 'title', async () => {
      opened = true
    })
    expect(opened).toBe(false)
    first.end()
    await done
    expect([place.value, busy.value]).toEqual([undefined, false])
  })

  it('keeps an error next to its entry until the next try or until it is dismissed', async () => {
    const { attempt, failure, dismiss } = useOpening()
    const error = new RequestFailure({ message: 'It is empty.', id: 'empty' })
    await attempt('/a', 'Could not be opened', () => Promise.reject(error))
    expect(failure.value).toEqual({ place: '/a', title: 'Could not be opened', error })
    const next = work()
    const done = attempt('/b', 'title', next.act)
    expect(failure.value).toBeUndefined()
    next.fail('a bare text')
    await done
    expect(failure.value).toMatchObject({ place: '/b', error: new Error('a bare text') })
    dismiss()
    expect(failure.value).toBeUndefined()
  })

  it('does not treat cancelling as a failure', async () => {
    const { attempt, failure } = useOpening()
    await attempt('/a', 'title', () => Promise.reject(new RequestFailure({ message: 'x', id: 'cancelled' })))
    expect(failure.value).toBeUndefined()
  })
})
