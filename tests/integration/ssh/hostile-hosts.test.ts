import { build } from 'esbuild'
import fc from 'fast-check'
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HostileAnswer } from './hostile-child'
import { hostileKinds, type HostileKind } from './hostile-kinds'
import { SshWorkshop } from './ssh-workshop'
import { standingSeed } from '../../standing-seed'

/** Long form: `BENCHWRIGHT_HOSTILE_HOSTS=all`; see docs/reliability.md. */
const isLong = process.env.BENCHWRIGHT_HOSTILE_HOSTS === 'all'
const seed = standingSeed(process.env.BENCHWRIGHT_PROPERTY_SEED, isLong)
/** Node itself needs a large part of it. */
const mostBytes = 256 * 1024 * 1024
/** A request that takes longer than this hangs. */
const hangMs = 90_000

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const shop = new SshWorkshop()
const entry = join(shop.folder, 'hostile-child.js')
const shell = join(shop.folder, 'shell')
const tools = join(shop.folder, 'tools')

beforeAll(async () => {
  await build({
    entryPoints: [here('hostile-child.ts')],
    outfile: entry,
    bundle: true,
    loader: { '.sh': 'text' },
    platform: 'node',
    format: 'cjs',
    target: 'node16.17',
    external: ['node-pty'],
  })
  await shop.serve({ lines: [`ForceCommand exec sh ${shell}`, 'MaxStartups 100'] })
  shop.trust()
})
afterAll(async () => {
  endShells()
  await shop.close()
})

/** A shell that stopped itself outlives its connection: no signal but this one ends it. */
function endShells(): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const words = readWords(pid)
    if (words.includes(shell)) process.kill(Number(pid), 'SIGKILL')
  }
}

function readWords(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}

/** A few that run on every change, and others chosen by the seed. */
function drawn(): readonly HostileKind[] {
  if (isLong) return hostileKinds
  const always = new Set(['output without end', 'no word, and a person cancels', 'a file without end'])
  const others = hostileKinds.filter(({ name }) => !always.has(name))
  const [some = []] = fc.sample(fc.shuffledSubarray(others, { minLength: 6, maxLength: 6 }), {
    seed,
    numRuns: 1,
  })
  process.stdout.write(`hostile hosts of seed ${String(seed)}: ${some.map(({ name }) => name).join('; ')}\n`)
  return [...hostileKinds.filter(({ name }) => always.has(name)), ...some]
}

function writeProgram(path: string, text: string): void {
  writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 })
}

async function listen({ sends, endless = false, closes = false }: NonNullable<HostileKind['server']>) {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    const send = () => {
      while (!socket.destroyed && socket.write(sends));
    }
    if (endless) {
      socket.on('drain', send)
      send()
    } else socket.write(sends)
    if (closes) socket.end()
    socket.resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Sends a request in a separate process that reports its memory; rejects if it hangs or dies. */
function askIn(words: readonly string[]): Promise<HostileAnswer> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [entry, ...words], {
      env: {
        ...process.env,
        NODE_PATH: here('../../../app/node_modules'),
        BENCHWRIGHT_SETTINGS: shop.settings,
        BENCHWRIGHT_SSH_CONFIG: shop.config,
        BENCHWRIGHT_HOSTILE_FOLDER: shop.folder,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [printed, said] = ['', '']
    child.stdout.on('data', (piece: Buffer) => (printed += piece.toString()))
    child.stderr.on('data', (piece: Buffer) => (said += piece.toString()))
    const timer = setTimeout(() => child.kill('SIGKILL'), hangMs)
    child.on('close', (status, signal) => {
      clearTimeout(timer)
      if (status === 0) resolve(readAnswer(printed))
      else reject(new Error(signal === 'SIGKILL' ? 'It hangs.' : `It died: ${said}`))
    })
  })
}

function readAnswer(printed: string): HostileAnswer {
  const answer: unknown = JSON.parse(printed)
  if (typeof answer !== 'object' || answer === null) throw new Error(printed)
  const { outcome, text, remedy, mostBytes: used } = Object.fromEntries(Object.entries(answer))
  const known = (['answered', 'refused', 'cancelled', 'strange'] as const).find((one) => one === outcome)
  if (known === undefined) throw new Error(printed)
  return {
    outcome: known,
    text: String(text),
    ...(typeof remedy === 'string' && { remedy }),
    mostBytes: Number(used),
  }
}

const highest = { bytes: 0, name: '' }

it.each(drawn().map((kind) => [kind.name, kind] as const))(
  '%s',
  async (name, kind) => {
    rmSync(tools, { recursive: true, force: true })
    mkdirSync(tools)
    for (const [tool, text] of Object.entries(kind.tools ?? {})) writeProgram(join(tools, tool), text)
    writeFileSync(shell, kind.shell ?? `PATH=${tools}:$PATH\nexport PATH\nexec sh -s\n`)
    const server = kind.server && (await listen(kind.server))
    shop.configure()
    if (server) {
      const config = shop.read('ssh_config').replace(/Port \d+/, `Port ${String(server.port)}`)
      writeFileSync(shop.config, config, { mode: 0o600 })
    }
    const program = join(shop.folder, 'ssh-in-between')
    if (kind.program !== undefined) writeProgram(program, kind.program)
    const answer = await askIn([
      kind.question,
      ...(kind.kept === true ? ['kept'] : []),
      ...(kind.ends.includes('cancelled') ? ['cancelled'] : []),
      ...(kind.unconnected === true ? [] : ['connected']),
      ...(kind.program === undefined ? [] : [`program=${program}`]),
    ]).finally(() => server?.close())
    if (answer.mostBytes > highest.bytes) Object.assign(highest, { bytes: answer.mostBytes, name })
    expect(answer.text).not.toBe('')
    expect(kind.ends, answer.text).toContain(answer.outcome)
    // Who, what, and what to do about it.
    if (answer.outcome === 'refused') {
      expect(answer.text).toContain('lab')
      expect(answer.remedy).toMatch(/\w/)
    }
    expect(answer.mostBytes).toBeLessThan(mostBytes)
  },
  120_000,
)

it('reports what it needed', () => {
  process.stdout.write(`most memory: ${(highest.bytes / 1024 / 1024).toFixed(0)} MiB (${highest.name})\n`)
})
