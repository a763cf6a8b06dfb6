import { expect, it } from 'vitest'
import { PasswordDesk } from '../../../../src/bench/serve/desks/password-desk'
import type { PasswordQuestion } from '../../../../src/core/contract/bench-requests'

function desk() {
  const told: (PasswordQuestion | null)[] = []
  return { told, desk: new PasswordDesk((question) => void told.push(question)) }
}

it('asks one question at a time, and accepts answers to the open one alone', async () => {
  const { told, desk: passwords } = desk()
  const first = passwords.ask('bench on db1')
  const second = passwords.ask('bench on db2', { problem: 'refused' })
  expect(told).toEqual([{ id: 1, whose: 'bench on db1' }])
  passwords.give(2, 'too early')
  passwords.give(1, 'one')
  expect(await first).toBe('one')
  expect(told.at(-1)).toEqual({ id: 2, whose: 'bench on db2', problem: 'refused' })
  passwords.give(1, 'late')
  passwords.give(2, '')
  expect(await second).toBe('')
  expect(told.at(-1)).toBeNull()
})

it('is cancelled by the person, or when nobody is left to answer', async () => {
  const { told, desk: passwords } = desk()
  const refused = passwords.ask('bench on db1')
  passwords.give(1, null)
  await expect(refused).rejects.toMatchObject({ id: 'cancelled' })
  expect(told.at(-1)).toBeNull()
  const left = [passwords.ask('a'), passwords.ask('b')]
  passwords.giveUp()
  for (const one of left) await expect(one).rejects.toMatchObject({ id: 'cancelled' })
})

it('withdraws a question, the open one or one that waits', async () => {
  const { told, desk: passwords } = desk()
  const [open, waiting] = [new AbortController(), new AbortController()]
  const first = passwords.ask('a', { signal: open.signal })
  const second = passwords.ask('b', { signal: waiting.signal })
  const third = passwords.ask('c')
  waiting.abort()
  await expect(second).rejects.toMatchObject({ id: 'cancelled' })
  expect(told.map((one) => one?.whose)).toEqual(['a'])
  open.abort()
  await expect(first).rejects.toMatchObject({ id: 'cancelled' })
  expect(told.map((one) => one?.whose)).toEqual(['a', 'c'])
  passwords.give(3, 'given')
  expect(await third).toBe('given')
  await expect(passwords.ask('d', { signal: open.signal })).rejects.toMatchObject({ id: 'cancelled' })
  expect(told.at(-1)).toBeNull()
})
