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

it.each(shells)('the tracer in %s reports why there is nothing to trace', (...shell) => {
  const folder = temporaryFolder()
  const [program = 'sh', ...before] = shell
  const script = join(process.cwd(), 'src/bench/observers/requests.sh')
  execFileSync(program, [...before, script, 'requests.txt', 'marker', '100', '60', '1000'], { cwd: folder })
  const text = readFileSync(join(folder, 'requests.txt'), 'utf8')
  expect(text).toBe(`benchwright-requests 1\nnone ${isRoot ? 'no-device' : 'not-root'}\n`)
  const options = { test: 'any', intervalSeconds: 1 }
  expect(readRequests(text, options).problems).toHaveLength(1)
})

const awks = [['gawk'], ['mawk'], ['busybox', 'awk']].filter(([name]) =>
  (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, name ?? ''))),
)

/** Far beyond 2^31 sectors, with a name that has blanks, a requeued request, and one of a partition. */
const trace = `
          fio-10      [001] 100.000010: block_bio_queue: 259,1 R 5000000000 + 8 [fio]
          fio-10      [001] 100.000015: block_rq_issue: 259,0 R 4096 () 5000002048 + 8 be,0,4 [fio]
 my own app-11     [000] 100.000020: block_rq_issue: 259,0 WS 4096 () 5000000008 + 8 be,0,4 [my own app]
          fio-10      [001] 100.000021: block_rq_requeue: 259,0 WS () 5000000008 + 8 be,0,4 [0]
          fio-10      [001] 100.000022: block_rq_issue: 259,0 WS 4096 () 5000000008 + 8 be,0,4 [fio]
          fio-10      [001] 100.000030: block_rq_issue: 259,0 WS 4096 () 5000000016 + 8 be,0,4 [fio]
          fio-10      [001] 100.000031: block_rq_issue: 259,0 WS 4096 () 5000001000 + 8 be,0,4 [fio]
          fio-10      [001] 100.000035: block_rq_issue: 8,0 R 4096 () 1 + 8 be,0,4 [fio]
       <idle>-0       [001] 100.000040: block_rq_complete: 259,0 R () 5000002048 + 8 be,0,4 [0]
       <idle>-0       [001] 100.000120: block_rq_complete: 259,0 WS () 5000000008 + 8 be,0,4 [0]
`

it.each(awks)('events are summed up by %s', (...awk) => {
  const script = readFileSync('src/bench/observers/requests.sh', 'utf8')
  const program = /\nsummarise='([^']*)'/.exec(script)?.[1] ?? ''
  const [name = '', ...before] = awk
  const settings = ['-v', 'names= 259,0=nvme0n1 259,1=259,0+2048', '-v', 'interval=100', '-v', 'most=1000']
  const text = execFileSync(name, [...before, ...settings, program], { input: trace, encoding: 'utf8' })
  expect(text.trim().split('\n').sort()).toEqual(
    [
      'at 101.00 nvme0n1 read 1 4096 0 1 25 1 5',
      'at 101.00 nvme0n1 write 3 12288 1 1 100 0 0',
      'queue nvme0n1 read 5 1',
      'seen 4 all',
      'service nvme0n1 read 25 1',
      'service nvme0n1 write 101.5 1',
      'size nvme0n1 read 4096 1',
      'size nvme0n1 write 4096 3',
    ].sort(),
  )
})

/** A partition of an NVMe drive with two controllers, one of which gets the request. */
const hiddenPath = `
          fio-10      [001] 100.000010: block_bio_queue: 259,3 R 64 + 8 [fio]
          fio-10      [001] 100.000015: block_rq_issue: 259,1 R 4096 () 2112 + 8 be,0,4 [fio]
       <idle>-0       [001] 100.000040: block_rq_complete: 259,1 R () 2112 + 8 be,0,4 [0]
`

it.each(awks)('requests to a hidden path are found with those that waited for it, by %s', (...awk) => {
  const script = readFileSync('src/bench/observers/requests.sh', 'utf8')
  const program = /\nsummarise='([^']*)'/.exec(script)?.[1] ?? ''
  const [name = '', ...before] = awk
  const names = ' 259,3=259,2+2048 259,2=nvme2n1 259,1=nvme2c2n1 259,2=259,1+0'
  const settings = ['-v', `names=${names}`, '-v', 'interval=100', '-v', 'most=1000']
  const text = execFileSync(name, [...before, ...settings, program], { input: hiddenPath, encoding: 'utf8' })
  expect(text.trim().split('\n').sort()).toEqual([
    'at 101.00 nvme2c2n1 read 1 4096 0 1 25 1 5',
    'queue nvme2c2n1 read 5 1',
    'seen 1 all',
    'service nvme2c2n1 read 25 1',
    'size nvme2c2n1 read 4096 1',
  ])
})
