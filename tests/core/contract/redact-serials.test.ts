import { expect, it } from 'vitest'
import { redactSerials, serialStandIns } from '../../../src/core/contract/redact-serials'
import type { HostRecord } from '../../../src/core/results/campaign/host-record'

const record = (serial: string, more: Partial<HostRecord> = {}): HostRecord => ({
  name: 'lab',
  device: { name: 'nvme0n1', serial, wwn: `eui.${serial}` },
  raw: { lsblk: `{"serial": "${serial}"}` },
  ...more,
})

it('gives each drive one stand-in, wherever its serial number appears', () => {
  const records = [record('S6Z2NJ0W1'), record('S6Z2NJ0W2'), record('S6Z2NJ0W1')]
  const [first, second, third] = redactSerials(records, serialStandIns(records))
  expect(first?.device?.serial).toBe('serial 1 (redacted)')
  expect(second?.device?.serial).toBe('serial 2 (redacted)')
  expect(third).toEqual(first)
  expect(JSON.stringify([first, second, third])).not.toMatch(/S6Z2NJ0W/)
  expect(first?.raw.lsblk).toBe('{"serial": "serial 1 (redacted)"}')
})

it('finds drives other than the target, and what is built on them', () => {
  const child = { name: 'sdb1', serial: 'PART0001', mounts: [], holders: [], children: [] }
  const devices = [{ name: 'sdb', serial: 'WD-12345', mounts: [], holders: [], children: [child] }]
  const standIns = serialStandIns([record('S6Z2NJ0W1', { devices })])
  expect(redactSerials({ note: ['WD-12345 and PART0001'], count: 3, none: null }, standIns)).toEqual({
    note: ['serial 2 (redacted) and serial 3 (redacted)'],
    count: 3,
    none: null,
  })
})

it('replaces the longer of two with a common prefix first, and none too short to be one', () => {
  const standIns = serialStandIns([record('12345'), record('123456'), record('0')])
  expect(redactSerials('123456 12345 0', standIns)).toBe('serial 2 (redacted) serial 1 (redacted) 0')
})

it('leaves other values unchanged', () => {
  const bytes = new Uint8Array([1, 2])
  const standIns = serialStandIns([record('S6Z2NJ0W1')])
  expect(redactSerials(bytes, standIns)).toBe(bytes)
  const map = new Map([['a', 1]])
  expect(redactSerials({ map }, new Map()).map).toBe(map)
})

it('keeps object identity, and copes with circles', () => {
  const standIns = serialStandIns([record('S6Z2NJ0W1')])
  const side: Record<string, unknown> = { label: 'drive S6Z2NJ0W1' }
  side.self = side
  const { first, second } = redactSerials({ first: side, second: side }, standIns)
  expect(first).toBe(second)
  expect(first.self).toBe(first)
  expect(first.label).toBe('drive serial 1 (redacted)')
})
