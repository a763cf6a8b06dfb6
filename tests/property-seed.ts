import fc from 'fast-check'
import { standingSeed } from './standing-seed'

/**
 * Property tests draw the same examples in every run, so that a result depends on the commit alone; only the long form of
 * a proof draws others each day. Another seed: `BENCHWRIGHT_PROPERTY_SEED=7 npx vitest run --project unit`.
 */
const isLong = process.env.BENCHWRIGHT_MUTATIONS !== undefined
const seed = standingSeed(process.env.BENCHWRIGHT_PROPERTY_SEED, isLong)
if (isLong) process.stdout.write(`properties of seed ${String(seed)}\n`)
fc.configureGlobal({ seed })
