import { describe, expect, it } from 'vitest'
import { readGuard } from '../../../../src/bench/hosts/guard/read-guard'

const whole = [
  'Welcome to the lab!',
  '@N kind device',
  '@N node /dev/sda',
  '@N number 8:0',
  '@N serial S1 2',
  '@N size 1024',
  '@N block 512',
  '@N identity |S1 2||1024|512||0',
  '@N sequence boot:4',
  '@N unique yes',
  '@N content sda1 ext4 "a b"',
  '@N purge discard the device does not support it.',
  '@N allowed yes',
  '@N end yes',
]
const read = (lines: readonly string[]) => readGuard(lines.join('\n'), 'N', '/dev/x')

describe('readGuard', () => {
  it('reads an answer with noise around it', () => {
    expect(read([...whole, 'logout'])).toEqual({
      verdict: 'allowed',
      path: '/dev/x',
      kind: 'device',
      device: {
        node: '/dev/sda',
        number: '8:0',
        serial: 'S1 2',
        sizeBytes: 1024,
        logicalBlockBytes: 512,
        identity: '|S1 2||1024|512||0',
        sequence: 'boot:4',
        unique: true,
        contents: [{ name: 'sda1', text: 'ext4 "a b"' }],
        unread: [],
        purges: { discard: 'the device does not support it.' },
      },
    })
  })

  it.each([
    ['nothing', []],
    ['a beginning', whole.slice(0, -1)],
    ['no verdict', whole.filter((line) => !line.includes('allowed'))],
    ['two verdicts', [...whole, '@N refused mount sda1 /']],
    ['another nonce', whole.map((line) => line.replace('@N', '@M'))],
    ['a device without a node', whole.filter((line) => !line.includes('node'))],
    ['a size that is none', whole.map((line) => line.replace('size 1024', 'size many'))],
  ])('does not take %s for permission', (_title, lines) => {
    expect(() => read(lines)).toThrow(/not used/)
  })

  it('reports the reason, with the path as it is mounted', () => {
    const lines = ['@N kind device', '@N refused mount sda1 /mnt/a\\040b', '@N end yes']
    expect(read(lines)).toMatchObject({
      verdict: 'refused',
      id: 'mount',
      reason: '/dev/x is in use: sda1 is mounted on /mnt/a b.',
    })
  })
})
