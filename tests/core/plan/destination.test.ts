import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressText, parseDestination, sshAddress, thisMachine } from '../../../src/core/plan/destination'
import { machine } from './machine'

describe('a destination', () => {
  it.each([
    ['lab', { host: 'lab', jumps: [] }],
    [' root@lab-1.example.org:2222 ', { user: 'root', host: 'lab-1.example.org', port: 2222, jumps: [] }],
    ['ssh://me@10.0.0.7:22/', { user: 'me', host: '10.0.0.7', port: 22, jumps: [] }],
    ['me@[fe80::1%eth0]:22', { user: 'me', host: 'fe80::1%eth0', port: 22, jumps: [] }],
    ['::1', { host: '::1', jumps: [] }],
    ['ann@corp.example@nas', { user: 'ann@corp.example', host: 'nas', jumps: [] }],
    [
      'me@inner via gate,you@outer:2200',
      { user: 'me', host: 'inner', jumps: [{ host: 'gate' }, { user: 'you', host: 'outer', port: 2200 }] },
    ],
  ])('is read from %s', (text, address) => {
    expect(sshAddress(machine(text))).toEqual(address)
    expect(machine(addressText(sshAddress(machine(text))))).toBe(machine(text))
  })

  it('of this machine is a separate word, and not an address', () => {
    expect(machine(' local ')).toBe(thisMachine)
    expect(machine('me@local')).not.toBe(thisMachine)
    expect(() => sshAddress(thisMachine)).toThrow('this machine')
  })

  it.each([
    ['', 'has no host name'],
    ['-oProxyCommand=id', 'host name that is not allowed'],
    ['user@-oProxyCommand=id', 'host name that is not allowed'],
    ['-l@host', 'user name that is not allowed'],
    ['a b', 'host name that is not allowed'],
    ['host;id', 'host name that is not allowed'],
    ['$(id)@host', 'user name that is not allowed'],
    ['host\nProxyCommand id', 'host name that is not allowed'],
    ["host'", 'host name that is not allowed'],
    ['host:0', 'port'],
    ['host:70000', 'port'],
    ['host:22x', 'port'],
    ['[-oX]:22', 'host name that is not allowed'],
    ['me@inner via -Fx', 'host name that is not allowed'],
    ['a via b via c', 'more than one "via"'],
    ['x'.repeat(256), 'host name that is not allowed'],
  ])('is refused: %s', (text, why) => {
    const parsed = parseDestination(text)
    expect(parsed.ok ? '' : parsed.error).toContain(why)
  })

  it('never contains what a shell or ssh could take for something else, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        const parsed = parseDestination(text)
        if (!parsed.ok) return
        const isHere = parsed.destination === thisMachine
        const { user = 'u', host } = isHere ? { host: 'local' } : sshAddress(parsed.destination)
        for (const part of [user, host]) expect(part).toMatch(/^[^-\s][^\s'"`;&|<>(){}*?!#]*$/)
      }),
      { numRuns: 3000 },
    )
  })
})
