import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { engines } from '../../../src/core/engines/registry'

it('the window loads all engines in less than 90 kB each', async () => {
  const bundle = await build({
    entryPoints: ['src/core/engines/registry.ts'],
    bundle: true,
    loader: { '.sh': 'text' },
    minify: true,
    write: false,
    format: 'esm',
    target: 'chrome130',
  })
  const bytes = bundle.outputFiles[0]?.contents.length
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThan(90_000 * engines.length)
})
