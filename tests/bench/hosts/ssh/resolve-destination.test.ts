import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readResolved } from '../../../../src/bench/hosts/ssh/resolve-destination'

const folder = mkdtempSync(join(tmpdir(), 'benchwright-resolved-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

it('reads the lists of existing keys, also if a path contains blanks', () => {
  mkdirSync(join(folder, 'my hosts'))
  const [first, second] = [join(folder, 'first'), join(folder, 'my hosts', 'second')]
  for (const path of [first, second]) writeFileSync(path, '')
  const text = `hostname lab\nport 2222\nuserknownhostsfile ${first} ${second} ${join(folder, 'missing')}\nglobalknownhostsfile ${second}\n`
  expect(readResolved(text)).toMatchObject({
    port: 2222,
    userKnownHosts: [first, second],
    globalKnownHosts: [second],
  })
  expect(readResolved('userknownhostsfile none\n').userKnownHosts).toEqual([])
})

it.each([
  ['ask', 'ask'],
  ['accept-new', 'accept'],
  ['false', 'accept'],
  ['off', 'accept'],
  ['true', 'refuse'],
])('reads StrictHostKeyChecking %s as: %s', (printed, strictness) => {
  expect(readResolved(`stricthostkeychecking ${printed}\n`).strictness).toBe(strictness)
})
