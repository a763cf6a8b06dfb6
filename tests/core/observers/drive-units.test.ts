import { describe, expect, it } from 'vitest'
import { bytesPerUnit, countedMove } from '../../../src/core/observers/drive-units'
import { readSamples } from '../../../src/core/observers/read-samples'

const sectors = (written: number) => `10 1 80 20 5 3 ${written} 20 4 500 2000 0 0 0 0 0 0`

/** The series of a run of 100 s that writes so many bytes, of which the drive counts so many units. */
function series(bytes: number, units: number, counter = 7_000_000) {
  const lines = [
    '100000 clock 1700000000.0',
    `100000 disk sda ${sectors(1000)}`,
    `100020 smart sda {"counter": ${counter}}`,
    ...[1, 2, 3, 4].map((at) => `${100000 + at * 2500} disk sda ${sectors(1000 + (bytes / 512 / 4) * at)}`),
    `110050 smart sda {"counter": ${counter + units}}`,
    '110060 end told',
  ]
  return readSamples(`benchwright-samples 1\n${lines.join('\n')}\n`, {
    ...{ test: 'write', startedAtMs: 1_700_000_000_000, intervalSeconds: 25 },
    readDrive: (json) => ({ unitsWritten: Number(/\d+/.exec(json)?.[0]) }),
  }).series.filter(({ direction }) => direction === 'write')
}

const move = (bytes: number, units: number) => {
  const found = countedMove(series(bytes, units))
  expect(found).toEqual({ units, bytes: expect.closeTo(bytes, 3) as number })
  return found ? [found] : []
}

describe('the unit of a drive’s counter of bytes', () => {
  it.each([
    [512, 20_000_000],
    [4096, 2_000_000],
    [2 ** 25, 300],
    [2 ** 30, 150],
    [1e9, 256],
  ])('is %d B where that agrees with what the kernel counted', (unit, units) => {
    expect(bytesPerUnit(move(unit * units, units))).toBe(unit)
    // Half a percent of other writes, and a reading of whole units.
    expect(bytesPerUnit(move(Math.round((unit * units * 1.005) / 2048) * 2048, units))).toBe(unit)
  })

  it('is unknown where no unit agrees, as for a drive that counts what its flash wrote', () => {
    expect(bytesPerUnit(move(512 * 20_000_000, 31_000_000))).toBeUndefined()
    expect(bytesPerUnit(move(0, 31_000_000))).toBeUndefined()
  })

  it('is unknown where the runs moved too little, or nothing, to tell', () => {
    expect(bytesPerUnit(move(2 ** 25 * 20, 20))).toBeUndefined()
    expect(bytesPerUnit([])).toBeUndefined()
    expect(bytesPerUnit(move(0, 0))).toBeUndefined()
  })

  it('is found over all runs of a campaign, of which some only read', () => {
    expect(bytesPerUnit([...move(2 ** 25 * 500, 500), ...move(0, 0), ...move(2 ** 25 * 300, 301)])).toBe(
      2 ** 25,
    )
  })

  it('is unknown if the counter was read once, went backwards, or the disk was not recorded', () => {
    const whole = series(2 ** 30, 32)
    expect(countedMove(whole.filter(({ source }) => source === 'smart'))).toBeUndefined()
    expect(countedMove(whole.filter(({ source }) => source === 'disk'))).toBeUndefined()
    expect(countedMove(series(2 ** 30, -32))).toBeUndefined()
  })
})
