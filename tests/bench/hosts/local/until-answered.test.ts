import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { mountedFolders, silentAmong, untilAnswered } from '../../../../src/bench/hosts/local/until-answered'

// With a folder that hangs: tests/integration/guard/hung-folder.test.ts.
const folder = mkdtempSync(join(tmpdir(), 'bw-answered-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('resolves for whatever is there, or is not, without opening a pipe', async () => {
  const [file, pipe] = [join(folder, 'file'), join(folder, 'pipe')]
  writeFileSync(file, 'text')
  execFileSync('mkfifo', [pipe])
  await untilAnswered([])
  await untilAnswered([file, pipe, folder, '/dev/null', join(folder, 'nothing'), '', '--help', 'user@host'])
  await untilAnswered(Array.from({ length: 1000 }, (_, at) => join(folder, `${String(at)}\n'"$(false)`)))
  expect([...(await silentAmong([file, pipe]))]).toEqual([])
})

it('asks nothing about what is no path', async () => {
  await untilAnswered(['x'.repeat(3_000_000), 'a\0b'])
})

it('rejects as cancelled, naming the path', async () => {
  const pressed = AbortSignal.abort()
  await expect(untilAnswered([folder], { signal: pressed })).rejects.toMatchObject({
    id: 'cancelled',
    message: `Waiting for ${folder} was cancelled.`,
  })
})

it.runIf(process.platform === 'linux')('knows where other file systems are mounted', () => {
  const mounted = mountedFolders()
  expect(mounted.has('/')).toBe(true)
  expect(mounted.has('/proc')).toBe(true)
  expect(mounted.has(folder)).toBe(false)
})
