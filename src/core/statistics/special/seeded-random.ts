/**
 * A reproducible generator of numbers in [0, 1): sfc32 (Chris Doty-Humphrey, PractRand), warmed up after seeding. For
 * resampling only, not for secrets.
 */
export function seededRandom(seed: number): () => number {
  let a = seed >>> 0
  let b = Math.floor(seed / 2 ** 32) >>> 0
  let c = 0x9e3779b9
  let counter = 1
  const next = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 2 ** 32
  }
  for (let i = 0; i < 20; i++) next()
  return next
}
