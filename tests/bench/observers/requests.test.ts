import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readRequests } from '../../../src/core/observers/read-requests'
import { temporaryFolder } from '../store/sample-review'

const shells = [['dash'], ['busybox', 'sh'], ['bash', '--posix']].filter(([name]) =>
  (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, name ?? ''))),
)
const isRoot = process.getuid?.() === 0

it.each(shells)('the tracer in %s says why there is nothing to trace', (...shell) => {
  const folder = temporaryFolder()
  const [program = 'sh', ...before] = shell
  const script = join(process.cwd(), 'src/bench/observers/requests.sh')
  execFileSync(program, [...before, script, 'requests.txt', 'marker', '100', '60', '1000'], { cwd: folder })
  const text = readFileSync(join(folder, 'requests.txt'), 'utf8')
  expect(text).toBe(`benchwright-requests 1\nnone ${isRoot ? 'no-device' : 'not-root'}\n`)
  const options = { test: 'any', intervalSeconds: 1 }
  expect(readRequests(text, options).problems).toHaveLength(1)
})
