import { describe, expect, it } from 'vitest'
import { confirmationPhrase, isPhrase } from '../../../src/core/plan/device'

const device = { serial: 'S7KHNJ0WA12345', unique: true, sizeBytes: 2_000_398_934_016 }

describe('confirmationPhrase', () => {
  it('is the end of the serial number', () => {
    expect(confirmationPhrase(device, '/dev/nvme0n1')).toEqual({
      text: 'A12345',
      asked: 'the last 6 characters of its serial number',
    })
    expect(confirmationPhrase({ ...device, serial: 'ABCD' }, '/dev/sda').text).toBe('ABCD')
  })

  it('row 9: is path and size where the serial number is missing, shared or too short to mean anything', () => {
    for (const change of [{ serial: undefined }, { unique: false }, { serial: '1' }]) {
      const { serial, ...rest } = { ...device, ...change }
      const facts = { ...rest, ...(serial !== undefined && { serial }) }
      expect(confirmationPhrase(facts, '/dev/sda').text).toBe('/dev/sda 2000398934016')
    }
  })
})

describe('isPhrase', () => {
  it('ignores only differences in blanks', () => {
    const phrase = confirmationPhrase({ ...device, unique: false }, '/dev/sda')
    expect(isPhrase('  /dev/sda   2000398934016 ', phrase)).toBe(true)
    for (const typed of [
      '',
      '/dev/sda',
      '/dev/sdb 2000398934016',
      '/dev/sda2000398934016',
      '/DEV/SDA 2000398934016',
    ])
      expect(isPhrase(typed, phrase), typed).toBe(false)
  })
})
