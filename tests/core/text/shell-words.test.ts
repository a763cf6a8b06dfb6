import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { shellWords } from '../../../src/core/text/shell-words'

it('quotes only what a shell would change', () => {
  expect(shellWords(['fio', '--size=64M', '/mnt/a,b/x:1', '50%'])).toBe('fio --size=64M /mnt/a,b/x:1 50%')
  expect(shellWords(['a b', "it's", '', '$HOME', '*'])).toBe(`'a b' 'it'\\''s' '' '$HOME' '*'`)
})

it('is read by a shell as the words it was made from', () => {
  const words = ['%s|', "'", '"', '\\', '$(id)', '`id`', 'a\nb', '~', '-x', 'é ✓', ';', '']
  const printed = execFileSync('sh', ['-c', `printf ${shellWords(words)}`], { encoding: 'utf8' })
  expect(printed).toBe(
    words
      .slice(1)
      .map((word) => `${word}|`)
      .join(''),
  )
})
