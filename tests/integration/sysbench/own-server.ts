import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { needDatabasePrograms } from './oltp-workshop'

/**
 * A server that belongs to a person, with the account `bench` that has all rights on schemas of the app and no others.
 */
export interface OwnServer {
  readonly folder: string
  readonly socket: string
  /** On the loopback interface. */
  readonly port: number
  /** Of `bench`; hard to quote. */
  readonly password: string
  /** The part of it that no quoting changes. */
  readonly secret: string
  asRoot(sql: string): string
  /** Schemas named as those of the app. */
  schemas(): readonly string[]
  dropSchemas(): void
  close(): Promise<void>
}

/**
 * Starts MariaDB in its own folder, on a socket and a port of the loopback interface. Rejects if it is not installed.
 */
export async function startOwnServer(): Promise<OwnServer> {
  needDatabasePrograms()
  const folder = mkdtempSync(join(tmpdir(), 'bw-own-server-'))
  const [socket, data] = [join(folder, 's.sock'), join(folder, 'data')]
  const secret = `ord${String(process.pid)}Kq7`
  const password = `pa$$ 'w"#${secret}`
  const asRoot = (sql: string) =>
    execFileSync('mariadb', ['--no-defaults', '-uroot', '-S', socket, '-N', '-B', '-e', sql], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  const schemas = () =>
    asRoot(String.raw`SHOW DATABASES LIKE 'benchwright\_%'`)
      .split('\n')
      .filter(Boolean)
  mkdirSync(data)
  const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` }
  const user = `--user=${userInfo().username}`
  const install = ['--no-defaults', `--datadir=${data}`, user, '--auth-root-authentication-method=normal']
  execFileSync('mariadb-install-db', [...install, '--skip-test-db'], { env, stdio: 'ignore' })
  const port = await freePort()
  const listens = [`--socket=${socket}`, '--bind-address=127.0.0.1', `--port=${String(port)}`]
  const server = spawn('mariadbd', ['--no-defaults', `--datadir=${data}`, ...listens, user], {
    env,
    stdio: 'ignore',
  })
  await vi.waitFor(() => asRoot('SELECT 1'))
  const quoted = password.replaceAll("'", "''")
  asRoot(`DROP USER IF EXISTS ''@'localhost'; CREATE USER 'bench'@'%' IDENTIFIED BY '${quoted}'`)
  asRoot("GRANT ALL ON `benchwright\\_%`.* TO 'bench'@'%'")
  return {
    ...{ folder, socket, port, password, secret, asRoot, schemas },
    dropSchemas() {
      for (const one of schemas()) asRoot(`DROP DATABASE ${one}`)
    },
    async close() {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * A server of the MySQL protocol that accepts any login and answers every statement with a request for the client's file
 * `wanted`. `got` grows by what clients send in return.
 */
export async function startRogueServer(wanted: string) {
  const packet = (sequence: number, ...parts: readonly (string | readonly number[])[]) => {
    const body = Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')))
    return Buffer.concat([Buffer.from([body.length, 0, 0, sequence]), body])
  }
  const got: string[] = []
  const greeting = packet(
    0,
    '\n5.5.5-10.11.0-MariaDB\0',
    [1, 0, 0, 0],
    '12345678\0',
    // Neither TLS nor compression.
    [0xdf, 0xf7, 0x21, 2, 0, 0xff, 0, 21],
    '\0'.repeat(10),
    '123456789012\0mysql_native_password\0',
  )
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.write(greeting)
    let turns = 0
    socket.on('data', (data) => {
      turns += 1
      const sequence = (data[3] ?? 0) + 1
      if (turns === 1) socket.write(packet(sequence, [0, 0, 0, 2, 0, 0, 0]))
      else if (turns === 2) socket.write(packet(sequence, [0xfb], wanted))
      else {
        got.push(data.subarray(4).toString('latin1'))
        socket.write(packet(sequence, [0, 0, 0, 2, 0, 0, 0]))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port, got, close: () => new Promise((resolve) => server.close(resolve)) }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
