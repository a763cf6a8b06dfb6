import { describe, expect, it } from 'vitest'
import { parseHealth } from '../../../../src/bench/hosts/inventory/parse-devices'
import { hostFixture } from './host-fixture'

const read = (part: string, file: string) =>
  parseHealth(new Map([[part, hostFixture(`health/${file}`)]])).get(part.split(' ')[1] ?? '')

describe('health from smartctl', () => {
  it('reads an NVMe drive', () => {
    expect(read('smartctl nvme0n1', 'smartctl-7.3-nvme.json')).toEqual({
      source: 'smartctl',
      verdict: 'passed',
      warnings: [],
      temperatureCelsius: 41,
      powerOnHours: 3187,
      powerCycles: 214,
      unsafeShutdowns: 31,
      percentUsed: 2,
      sparePercent: 100,
      bytesWritten: 61_240_183 * 512_000,
      bytesRead: 38_482_910 * 512_000,
      mediaErrors: 0,
    })
  })

  it('reads a SATA SSD with its device statistics', () => {
    expect(read('smartctl sdb', 'smartctl-7.4-ata-ssd.json')).toEqual({
      source: 'smartctl',
      verdict: 'passed',
      warnings: [],
      temperatureCelsius: 34,
      powerOnHours: 12841,
      powerCycles: 66,
      percentUsed: 9,
      bytesWritten: 51_203_847_112 * 512,
      bytesRead: 30_218_471_002 * 512,
      mediaErrors: 0,
      reallocatedSectors: 4,
    })
  })

  it('names what fails now, not what failed once, and accepts only valid statistics', () => {
    const health = read('smartctl sda', 'smartctl-7.2-ata-failing.json')
    expect(health).toMatchObject({
      verdict: 'failed',
      warnings: ['Reallocated Sector Ct is below its threshold.'],
      reallocatedSectors: 2011,
      mediaErrors: 8,
    })
    expect(health).not.toHaveProperty('bytesWritten')
    expect(health).not.toHaveProperty('limit')
  })

  it('reads a SAS drive', () => {
    expect(read('smartctl sdc', 'smartctl-7.0-scsi.json')).toEqual({
      source: 'smartctl',
      verdict: 'passed',
      warnings: [],
      temperatureCelsius: 33,
      powerOnHours: 20113,
      reallocatedSectors: 3,
    })
  })

  it('reports why a drive gave nothing', () => {
    const limit = (file: string) => read('smartctl sdd', file)?.limit
    expect(limit('smartctl-7.3-standby.json')).toBe('The drive sleeps and was not woken.')
    expect(limit('smartctl-7.3-no-rights.json')).toBe('smartctl needs root for this drive.')
    expect(limit('smartctl-7.3-usb-bridge.json')).toBe('The USB bridge does not pass SMART on.')
    expect(limit('smartctl-6.6-no-json.txt')).toContain('7.0')
  })

  it('expects no health of a virtual drive', () => {
    expect(read('smartctl vda', 'smartctl-7.3-virtual.json')).toBeUndefined()
  })
})

describe('health from nvme', () => {
  it('reads version 1 with plain numbers, in kelvin', () => {
    expect(read('nvme nvme0n1', 'nvme-1.12.json')).toMatchObject({
      source: 'nvme',
      verdict: 'passed',
      temperatureCelsius: 40,
      percentUsed: 2,
      bytesWritten: 61_240_183 * 512_000,
    })
  })

  it('reads version 2 with a record for the warning and counts as text', () => {
    expect(read('nvme nvme0n1', 'nvme-2.3-verbose.json')).toMatchObject({
      verdict: 'failed',
      warnings: ['Spare blocks are below their threshold.', 'The media has become read-only.'],
      temperatureCelsius: 78,
      sparePercent: 4,
      mediaErrors: 12,
      bytesWritten: 36893488147419103232 * 512_000,
    })
  })

  it('is used if smartctl could not read the drive', () => {
    const parts = new Map([
      ['smartctl nvme0n1', hostFixture('health/smartctl-7.3-no-rights.json')],
      ['nvme nvme0n1', hostFixture('health/nvme-1.12.json')],
    ])
    expect(parseHealth(parts).get('nvme0n1')).toMatchObject({ source: 'nvme', temperatureCelsius: 40 })
  })

  it('takes the temperature of the sensor if the tools gave none', () => {
    const temperatures = '/sys/block/nvme0n1/device/hwmon2/temp1_input:40850\n/sys/block/sda/x:-5000'
    const parts = new Map([
      ['smartctl nvme0n1', hostFixture('health/smartctl-7.3-no-rights.json')],
      ['temperatures', temperatures],
    ])
    const health = parseHealth(parts)
    expect(health.get('nvme0n1')).toMatchObject({
      temperatureCelsius: 40.9,
      limit: expect.any(String) as string,
    })
    expect(health.get('sda')).toEqual({ source: 'sys', warnings: [], temperatureCelsius: -5 })
  })

  it('takes the sensor of a hidden path for that of its drive', () => {
    const parts = new Map([['temperatures', '/sys/block/nvme2c2n1/device/hwmon1/temp1_input:49850']])
    expect([...parseHealth(parts)]).toEqual([
      ['nvme2n1', { source: 'sys', warnings: [], temperatureCelsius: 49.9 }],
    ])
  })

  it.each(['0', '-273150'])('takes %s thousandths of a degree for no sensor', (value) => {
    const parts = new Map([['temperatures', `/sys/block/nvme0n1/device/hwmon2/temp1_input:${value}`]])
    expect(parseHealth(parts).has('nvme0n1')).toBe(false)
  })
})
