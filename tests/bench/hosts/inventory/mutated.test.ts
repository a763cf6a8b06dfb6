import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseParts } from '../../../../src/bench/hosts/inventory/parse-parts'
import { readInventory } from '../../../../src/bench/hosts/inventory/take-inventory'
import { json } from '../../../../src/bench/store/file/encode'
import { fioEngine } from '../../../../src/core/engines/fio/fio-engine'
import { hostFixture } from './host-fixture'

/**
 * Long run: `BENCHWRIGHT_MUTATIONS=100000 npx vitest run --project unit tests/bench/hosts/inventory/mutated.test.ts`.
 */
const runs = Number(process.env.BENCHWRIGHT_MUTATIONS ?? 2000)

/** Answers of a host by part, as captured. */
const captured: readonly (readonly [part: string, text: string])[] = [
  ['lsblk', hostFixture('nvme-lvm-workstation/lsblk.json')],
  ['lsblk', hostFixture('debian-12-vm/lsblk-long.json')],
  ['findmnt', hostFixture('nvme-lvm-workstation/findmnt-lvm.json')],
  ['df', hostFixture('debian-12-vm/df.txt')],
  ['lscpu', hostFixture('debian-12-vm/lscpu.json')],
  ['meminfo', hostFixture('debian-12-vm/meminfo')],
  ['os-release', hostFixture('debian-12-vm/os-release')],
  ['sysfs', hostFixture('debian-12-vm/sysfs.txt')],
  ['schedulers', hostFixture('debian-12-vm/schedulers.txt')],
  ['mountinfo', hostFixture('nvme-lvm-workstation/mountinfo')],
  ['swaps', hostFixture('nvme-lvm-workstation/swaps')],
  ['holders', hostFixture('nvme-lvm-workstation/holders.txt')],
  ['sysctl', hostFixture('mac/sysctl.txt')],
  ['smartctl nvme0n1', hostFixture('health/smartctl-7.3-nvme.json')],
  ['smartctl sda', hostFixture('health/smartctl-7.4-ata-ssd.json')],
  ['nvme nvme0n1', hostFixture('health/nvme-2.3-verbose.json')],
  ['temperatures', hostFixture('nvme-lvm-workstation/temperatures.txt')],
  ['engine-version', 'fio-3.36'],
  ['target', 'file 1048576 yes no\n0 1 2'],
]
const sound = new Map<string, string>([
  ...captured,
  ['state', '/home/me/.local/state/benchwright/runs'],
  ['engine-path', '/usr/bin/fio'],
])

const fillings = [
  '',
  '"',
  '{',
  ']',
  '\n',
  '\0',
  '-1',
  '1e999',
  '9'.repeat(400),
  '18446744073709551616',
  'null',
  '[]',
  '"__proto__":{"name":"x"},',
  '\ud800',
  '\u202e',
  'x'.repeat(20_000),
] as const

/** One part with up to three cuts, each filled with something else. */
const mutation = fc
  .tuple(
    fc.constantFrom(...captured),
    fc.array(
      fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat({ max: 40 }), fc.constantFrom(...fillings)),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([[part, text], cuts]): readonly [string, string] => [
    part,
    cuts.reduce((now, [place, length, filling]) => {
      const at = Math.floor(place * now.length)
      return now.slice(0, at) + filling + now.slice(at + length)
    }, text),
  ])

const textOf = (parts: ReadonlyMap<string, string>) =>
  [...parts].map(([part, text]) => `\n@n ${part}\n${text}`).join('')
const read = (changed: readonly (readonly [string, string])[]) =>
  readInventory(parseParts(textOf(new Map([...sound, ...changed])), 'n'), {
    host: { name: 'stranger' },
    engine: fioEngine,
    targetPath: '/data/file',
  })

describe('the answers of a host', () => {
  it(
    `that were damaged give a record that a results file can hold, ${runs} times`,
    { timeout: 900_000 },
    () => {
      fc.assert(
        fc.property(fc.array(mutation, { minLength: 1, maxLength: 3 }), (changed) => {
          const { record } = read(changed)
          // Throws for invalid numbers.
          expect(json(record, 'The host record')).toBe(JSON.stringify(record))
          expect(record.memoryBytes ?? 0).toBeGreaterThanOrEqual(0)
          for (const { sizeBytes = 0 } of record.devices ?? []) expect(sizeBytes).toBeGreaterThanOrEqual(0)
        }),
        { numRuns: runs },
      )
      expect(Object.prototype).not.toHaveProperty('name')
    },
  )

  const nested = (levels: number) =>
    '{"name":"sda","size":1,"children":['.repeat(levels) + ']}'.repeat(levels)
  it.each([
    ['fifty thousand drives within one another', 'lsblk', `{"blockdevices":[${nested(50_000)}]}`],
    [
      'fifty thousand drives',
      'lsblk',
      `{"blockdevices":[${'{"name":"sda","size":1,"maj:min":"8:1"},'.repeat(50_000)}{}]}`,
    ],
    ['forty thousand holders', 'holders', '/sys/class/block/nvme0n1/holders/dm-0\n'.repeat(40_000)],
    ['a million brackets', 'lscpu', '['.repeat(1_000_000)],
    [
      'forty thousand mounts',
      'mountinfo',
      Array.from({ length: 40_000 }, (_, at) => `1 0 259:0 / /mnt/${String(at)} rw - ext4 /dev/x rw\n`).join(
        '',
      ),
    ],
    ['a name of 10 MB', 'lsblk', `{"blockdevices":[{"name":"${'x'.repeat(10_000_000)}","size":1}]}`],
    [
      'mounts within one another',
      'findmnt',
      `{"filesystems":[${'{"target":"/","children":['.repeat(100_000)}`,
    ],
  ])('of %s are harmless', (_, part, text) => {
    const { record } = read([[part, text]])
    expect(record.name).toBe('stranger')
    expect(() => json(record, 'The host record')).not.toThrow()
  })
})
