import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quoteCommand, quoteForShell } from '../../../src/bench/hosts/quoting'

/** Any text without NUL, rich in what is special to shells; lone surrogates have no UTF-8 form and are left out. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom(...`'"\`$(){}[]<>|&;*?!#~\\-=%^ \t\n\r\u0001\u007f\u0081ü€😀ax0`),
    maxLength: 40,
  }),
)
const word = anyText.map((text) => text.replaceAll('\0', ''))

/** Long form: `BENCHWRIGHT_QUOTED_TEXTS=100000`; see docs/ssh.md. */
const textsWanted = Number(process.env.BENCHWRIGHT_QUOTED_TEXTS ?? 2000)
const textsPerShell = 2000

describe.each(['/bin/sh', '/usr/bin/dash', '/usr/bin/bash'].filter(existsSync))(
  'quoteForShell through %s',
  (shell) => {
    it(`passes ${textsWanted.toLocaleString('en')} random strings unchanged`, { timeout: 300_000 }, () => {
      for (let round = 0; round * textsPerShell < textsWanted; round += 1) {
        const texts = fc.sample(word, { numRuns: textsPerShell, seed: 20 + round })
        const script = texts.map((text) => `printf '%s\\0' ${quoteForShell(text)}\n`).join('')
        const answer = spawnSync(shell, ['-s'], { input: script, maxBuffer: 1 << 26 })
        expect(answer.stderr.toString()).toBe('')
        const back = answer.stdout.toString('utf8').split('\0').slice(0, -1)
        expect(back).toEqual(texts)
      }
    })
  },
)

describe('quoting', () => {
  it('joins a list of arguments, the empty one included', () => {
    expect(quoteCommand(['fio', '', "it's", '-x y'])).toBe(`'fio' '' 'it'\\''s' '-x y'`)
  })

  it('refuses NUL rather than truncating the text there', () => {
    expect(() => quoteForShell('a\0b')).toThrow('NUL')
  })
})
