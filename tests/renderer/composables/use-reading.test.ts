import { expect, it } from 'vitest'
import { RequestFailure } from '../../../src/core/contract/request-failure'
import { useReading } from '../../../src/renderer/composables/use-reading'
import { promised } from '../mounted'

const locked = new RequestFailure({
  message: 'It is being written.',
  remedy: 'Close the other program.',
  id: 'busy',
})

it('gives the answer to the last question only, in whatever order the answers arrive', async () => {
  const { read, pending: asked, failure } = useReading<number>()
  const first = promised<string>()
  const second = promised<string>()
  const third = promised<string>()
  // The last two are of the same thing.
  const answers = [first, second, third].map(({ promise }, at) => read(Math.min(at, 1), () => promise))
  second.resolve('second')
  expect(await answers[1]).toBeUndefined()
  expect(asked.value).toBe(1)
  third.resolve('third')
  expect(await answers[2]).toBe('third')
  expect(asked.value).toBeUndefined()
  first.reject(locked)
  expect(await answers[0]).toBeUndefined()
  expect(failure.value).toBeUndefined()
})

it('keeps why something could not be read until another attempt succeeds', async () => {
  const { read, pending: asked, failure } = useReading<string>()
  await read('plan', () => Promise.reject(locked))
  expect(asked.value).toBeUndefined()
  const again = promised<number>()
  const answer = read('plan', () => again.promise)
  expect(failure.value).toMatchObject({ what: 'plan', error: { ...locked } })
  again.resolve(3)
  expect(await answer).toBe(3)
  expect(failure.value).toBeUndefined()
})

it('ignores what arrives after nothing is asked for any more', async () => {
  const { read, pending: asked, failure, stop } = useReading<string>()
  const late = promised<number>()
  const answer = read('plan', () => late.promise)
  stop()
  expect(asked.value).toBeUndefined()
  late.reject(locked)
  expect(await answer).toBeUndefined()
  expect(failure.value).toBeUndefined()
})
