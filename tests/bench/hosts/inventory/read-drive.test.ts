import { describe, expect, it } from 'vitest'
import { readDrive } from '../../../../src/bench/hosts/inventory/read-drive'
import { hostFixture } from './host-fixture'

const read = (name: string, change: (text: string) => string = (text) => text) =>
  readDrive(change(hostFixture(`health/${name}`)))

function ataDrive({ name, value }: { name: string; value: number }, celsius = 30): string {
  return JSON.stringify({
    smartctl: { exit_status: 0 },
    temperature: { current: celsius },
    logical_block_size: 512,
    ata_smart_attributes: { table: [{ id: 241, name, raw: { value } }] },
  })
}

describe('a drive that is read during a run', () => {
  it('reports what an NVMe drive moved, and how often and how long it throttled', () => {
    const throttled = (text: string) =>
      text
        .replace(/"thm_temp1_trans_count" *: *\d+/, '"thm_temp1_trans_count":3')
        .replace(/"thm_temp2_trans_count" *: *\d+/, '"thm_temp2_trans_count":1')
        .replace(/"thm_temp1_total_time" *: *\d+/, '"thm_temp1_total_time":40')
        .replace(/"thm_temp2_total_time" *: *\d+/, '"thm_temp2_total_time":2')
        .replace(/"warning_temp_time" *: *\d+/, '"warning_temp_time":5')
        .replace(/"critical_comp_time" *: *\d+/, '"critical_comp_time":1')
    expect(read('nvme-1.12.json', throttled)).toMatchObject({
      throttleCount: 4,
      throttledSeconds: 42,
      overTemperatureSeconds: 360,
    })
    const smartctl = read('smartctl-7.3-nvme.json')
    expect(smartctl).toMatchObject({ bytesWritten: 61_240_183 * 512_000, temperatureCelsius: 41 })
    expect(smartctl?.throttleCount).toBeUndefined()
  })

  it('reports what an ATA drive moved by its device statistics', () => {
    expect(read('smartctl-7.4-ata-ssd.json')).toMatchObject({
      bytesWritten: 51_203_847_112 * 512,
      bytesRead: 30_218_471_002 * 512,
      percentUsed: 9,
      throttleCount: undefined,
    })
  })

  it.each([
    ['Host_Writes_32MiB', 10, 320 * 2 ** 20],
    ['Host_Writes_MiB', 10, 10 * 2 ** 20],
    ['Lifetime_Writes_GiB', 3, 3 * 2 ** 30],
  ])('falls back to the attribute %s, whose name has a unit, if it keeps none', (name, value, bytes) => {
    expect(readDrive(ataDrive({ name, value }))?.bytesWritten).toBe(bytes)
  })

  it.each(['Total_LBAs_Written', 'Total_Host_Sector_Write', 'NAND_Writes_1GiB', 'Total_Writes_GB'])(
    'does not guess the unit or the meaning of the attribute %s',
    (name) => {
      expect(readDrive(ataDrive({ name, value: 1000 }))).toMatchObject({
        temperatureCelsius: 30,
        bytesWritten: undefined,
      })
    },
  )

  it('keeps the raw count of an attribute whose unit is unknown', () => {
    const answer = readDrive(ataDrive({ name: 'Total_LBAs_Written', value: 1000 }))
    expect(answer).toMatchObject({ bytesWritten: undefined, unitsWritten: 1000, unitsRead: undefined })
    expect(readDrive(ataDrive({ name: 'Host_Writes_MiB', value: 1 }))?.unitsWritten).toBeUndefined()
  })

  it('reports what a SAS drive moved by its error counters', () => {
    expect(read('smartctl-7.2-sas-error-counters.json')).toMatchObject({
      bytesWritten: 1_086_347_509_000_000,
      bytesRead: 3_237_519_423_000_000,
      temperatureCelsius: 41,
    })
  })

  it.each([
    ['smartctl of an ATA or SCSI drive', ataDrive({ name: 'Host_Writes_GiB', value: 1 }, 0)],
    [
      'smartctl of an NVMe drive',
      JSON.stringify({
        smartctl: {},
        temperature: { current: 0 },
        nvme_smart_health_information_log: { temperature: 0, percentage_used: 0 },
      }),
    ],
    ['nvme, which prints kelvin', JSON.stringify({ temperature: 0, percent_used: 0 })],
  ])('has no temperature where %s prints 0 for want of a sensor', (_, text) => {
    const reading = readDrive(text)
    expect(reading).toBeDefined()
    expect(reading?.temperatureCelsius).toBeUndefined()
  })

  it('gives nothing if there is nothing to read', () => {
    expect(readDrive('no JSON')).toBeUndefined()
    expect(read('smartctl-7.3-virtual.json')?.bytesWritten).toBeUndefined()
  })
})
