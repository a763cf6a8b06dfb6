import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { destinationText, parseDestination } from '../../../src/core/plan/destination'

function read(text: string) {
  const parsed = parseDestination(text)
  if (!parsed.ok) throw new Error(parsed.error)
  return parsed.destination
}

describe('a destination', () => {
  it.each([
    ['lab', { host: 'lab', jumps: [] }],
    [' root@lab-1.example.org:2222 ', { user: 'root', host: 'lab-1.example.org', port: 2222, jumps: [] }],
    ['ssh://me@10.0.0.7:22/', { user: 'me', host: '10.0.0.7', port: 22, jumps: [] }],
    ['me@[fe80::1%eth0]:22', { user: 'me', host: 'fe80::1%eth0', port: 22, jumps: [] }],
    ['::1', { host: '::1', jumps: [] }],
    ['ann@corp.example@nas', { user: 'ann@corp.example', host: 'nas', jumps: [] }],
    ['me@inner via gate,you@outer:2200', { user: 'me', host: 'inner', jumps: ['gate', 'you@outer:2200'] }],
  ])('is read from %s', (text, destination) => {
    expect(read(text)).toEqual(destination)
    expect(read(destinationText(read(text)))).toEqual(destination)
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

  it('never holds what a shell or ssh could take for something else, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        const parsed = parseDestination(text)
        if (!parsed.ok) return
        const { user = 'u', host } = parsed.destination
        for (const part of [user, host]) expect(part).toMatch(/^[^-\s][^\s'"`;&|<>(){}*?!#]*$/)
      }),
      { numRuns: 3000 },
    )
  })
})
