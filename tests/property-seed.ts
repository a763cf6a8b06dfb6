import fc from 'fast-check'

/**
 * Property tests draw the same examples in every run, so that a result depends on the commit alone. Another seed draws
 * others: `BENCHWRIGHT_PROPERTY_SEED=7 npx vitest run --project unit`.
 */
fc.configureGlobal({ seed: Number(process.env.BENCHWRIGHT_PROPERTY_SEED ?? '20261122') })
