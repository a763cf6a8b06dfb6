import { expect, it } from 'vitest'
import type { HostState } from '../../../src/core/contract/host-requests'
import { hostStateLabel, isLively } from '../../../src/renderer/components/marks/host-state'
import { machine } from '../../core/plan/machine'

const host = (state: HostState, loggingIn = false) => ({
  id: machine('lab'),
  loggingIn,
  status: { state, sinceMs: 0 },
})

it('reports the state of a host', () => {
  expect(hostStateLabel(host('online')).text).toBe('Connected')
  expect(hostStateLabel(host('unknown'))).toEqual({ text: 'Unknown, reconnecting', tone: 'warning' })
  expect(hostStateLabel(host('host-key-changed')).tone).toBe('danger')
  expect(hostStateLabel(host('connecting', true)).text).toBe('Logging in …')
  expect(hostStateLabel({ ...host('online'), id: machine('local') }).text).toBe('This machine')
  const full = { ...host('online'), problem: 'The folder of runs is full.' }
  expect(hostStateLabel(full)).toEqual({ text: 'Can run nothing', tone: 'danger' })
  expect(hostStateLabel({ ...full, id: machine('local') }).tone).toBe('danger')
  expect(hostStateLabel({ ...full, ...host('unknown') }).text).toBe('Unknown, reconnecting')
})

it('knows when something is in progress', () => {
  expect(isLively(host('unknown'))).toBe(true)
  expect(isLively(host('offline', true))).toBe(true)
  expect(isLively(host('online'))).toBe(false)
  expect(isLively(host('needs-login'))).toBe(false)
})
