import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, vi } from 'vitest'

/** Looking into a page or a results file takes several milliseconds of a processor that other tests need. */
const interval = 50
const { waitFor } = vi
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { interval, ...options })

/** Large enough for two columns of the app side by side, and the same on every machine. */
const screen = '1920x1200x24'

/**
 * Set-up of every file of end-to-end tests. On Linux each gets a separate display, even if there is one: windows that
 * pop up and steal the keyboard would disturb a person, the person the test, and two concurrent files each other.
 */
if (process.platform === 'linux') {
  let server: ChildProcess
  beforeAll(async () => {
    server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp', '-noreset'], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    })
    process.env.DISPLAY = `:${await chosenNumber(server)}`
  })
  afterAll(async () => {
    const ended = once(server, 'exit')
    // False if it could not start.
    if (server.kill('SIGTERM')) await ended
  })
}

/** Xvfb finds a free display itself and writes its number as soon as it accepts connections. */
async function chosenNumber(server: ChildProcess): Promise<string> {
  let complaint = ''
  server.stderr?.on('data', (text: Buffer) => (complaint += text.toString()))
  const told = once(server.stdio[3] as Readable, 'data') as Promise<[Buffer]>
  const failed = Promise.race([
    once(server, 'exit').then(([code]) => `ended with ${String(code)}`),
    once(server, 'error').then(([error]) => String(error)),
  ]).then((reason) => {
    throw new Error(
      `Xvfb could not start (${reason}). Install it, or run npm test, which does.\n${complaint}`,
    )
  })
  const [number] = await Promise.race([told, failed])
  return number.toString().trim()
}
