import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readAliases } from '../../../../src/bench/hosts/ssh/config-aliases'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-aliases-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

it('offers the aliases of an ssh_config and of the files it includes, without patterns', () => {
  mkdirSync(join(folder, 'conf.d'))
  writeFileSync(join(folder, 'conf.d', 'a.conf'), 'host nas "vm-1" # Host hidden\n')
  writeFileSync(join(folder, 'conf.d', 'b.conf'), `Include ${join(folder, 'config')}\nHost=backup\r\n`)
  writeFileSync(join(folder, 'conf.d', 'other'), 'Host not-included\n')
  const config = [
    '# Host commented',
    'Host lab *.example.org !bad ?one -oProxyCommand=id',
    '  HostName 10.0.0.1',
    `Include ${join(folder, 'conf.d', '*.conf')} ${join(folder, 'missing')}`,
    'Match host foo',
    'Host lab last',
  ]
  writeFileSync(join(folder, 'config'), config.join('\n'))
  expect(readAliases(join(folder, 'config'))).toEqual(['lab', 'nas', 'vm-1', 'last', 'backup'])
})

it('offers none if there is no configuration', () => {
  expect(readAliases(join(folder, 'nothing'))).toEqual([])
})
