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

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
