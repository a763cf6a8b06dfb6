import { expect, it } from 'vitest'
import {
  loginTooLong,
  readConfigurationFailure,
  readSshFailure,
} from '../../../../src/bench/hosts/ssh/ssh-failure'

it.each([
  ['me@lab: Permission denied (publickey,password).\r\n', 'denied', 'me@lab: Permission denied'],
  ['ssh: Could not resolve hostname lab: Name or service not known\r\n', 'unreachable', 'Could not resolve'],
  ['ssh: connect to host lab port 22: Connection refused\r\n', 'unreachable', 'connect to host lab port 22'],
  ['Timeout, server lab not responding.\r\n', 'unreachable', 'Timeout, server'],
  ['client_loop: send disconnect: Broken pipe\r\n', 'unreachable', 'Broken pipe'],
  [
    'No ED25519 host key is known for lab and you have requested strict checking.\r\nHost key verification failed.\r\n',
    'unknown-key',
    'No ED25519 host key is known for lab.',
  ],
  [
    '@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @\r\nHost key verification failed.\r\n',
    'changed-key',
    'The host key changed.',
  ],
  ['/home/me/.ssh/config: line 3: Bad configuration option: hostnam\r\n', 'configuration', 'line 3'],
  [
    'Unable to negotiate with 10.0.0.1 port 22: no matching host key type found. Their offer: ssh-rsa\r\n',
    'configuration',
    'Their offer: ssh-rsa',
  ],
  ['unix_listener: path "/very/long" too long for Unix domain socket\r\n', 'no-control-socket', 'too long'],
  ['', 'unreachable', 'ended without a reason'],
] as const)('reads %j', (printed, kind, text) => {
  const failure = readSshFailure(`Welcome to the lab!\r\n${printed}`.replace(/^Welcome.*\r\n$/, ''))
  expect(failure.kind).toBe(kind)
  expect(failure.text).toContain(text)
  expect(failure.remedy).not.toBe('')
})

it('mentions strictness only if the configuration requests it', () => {
  const printed = 'No ED25519 host key is known for lab and you have requested strict checking.\r\n'
  const asking = readSshFailure(printed, [{ lists: [], newKeys: 'ask' }])
  expect(asking.text).toBe('No ED25519 host key is known for lab.')
  const strict = readSshFailure(printed, [{ lists: [], newKeys: 'refuse' }])
  expect(strict.text).toContain('StrictHostKeyChecking yes')
  expect(strict.remedy).toContain('known_hosts')
})

it.each([
  "Warning: Permanently added '[127.0.0.1]:2222' (ED25519) to the list of known hosts.\r\n",
  "me@lab's password: \r\nLast login: Sat Nov 28 09:00:00 2026 from 10.0.0.2\r\n",
  'Authorised users only.\r\n',
])('takes no line of a login for the reason: %j', (printed) => {
  expect(readSshFailure(printed).text).toBe('The connection ended without a reason.')
  const closed = readSshFailure(
    `${printed}Received disconnect from 10.0.0.1 port 22:2: Too many sessions\r\n`,
  )
  expect(closed.text).toBe('Received disconnect from 10.0.0.1 port 22:2: Too many sessions.')
})

it('gives the last words of ssh where it only read its configuration', () => {
  expect(readConfigurationFailure('hostname contains invalid characters\r\n').text).toBe(
    'hostname contains invalid characters.',
  )
  expect(readConfigurationFailure('').text).toBe('ssh could not read its configuration.')
})

it('sends a person with a changed key to the Hosts room', () => {
  expect(readSshFailure('@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @').remedy).toContain('in Hosts')
})

it('names no screen in a remedy, which a command line prints as well', () => {
  for (const { remedy } of [
    readSshFailure('me@lab: Permission denied (publickey).'),
    loginTooLong('lab', 30_000),
  ]) {
    expect(remedy).toMatch(/^Log in again/)
    expect(remedy).not.toMatch(/screen/)
  }
})
