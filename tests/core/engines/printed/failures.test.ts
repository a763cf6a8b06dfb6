import { expect, test } from 'vitest'
import { givenReason, withoutReport } from '../../../../src/core/engines/printed/failures'

const given = { 'server-ended': ['The server ended', 'Look at the raw output.'] } as const

test('the reason why a script gave up is found after its other messages', () => {
  const printed = 'benchwright: data between runs: copy\nThreads started!\nbenchwright: server-ended \nmore'
  expect(givenReason(printed, given)).toEqual({
    id: 'server-ended',
    text: 'The server ended.',
    remedy: 'Look at the raw output.',
  })
  expect(givenReason('benchwright: server-ended  signal 11', given)?.text).toBe(
    'The server ended: signal 11.',
  )
  expect(withoutReport(1, printed, 'sysbench', given)).toMatchObject({ failure: { id: 'server-ended' } })
  expect(givenReason('benchwright: data between runs: copy', given)).toBeUndefined()
  expect(givenReason('it said benchwright: server-ended', given)).toBeUndefined()
})
