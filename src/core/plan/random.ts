/** A stream of unsigned 32-bit integers that depends on its seed alone. */
export type RandomStream = () => number

/**
 * The stream of a seed: xoshiro128** with its state filled by SplitMix32. Only 32-bit integer steps, so every platform
 * gives the same stream; a stored seed repeats a shuffle exactly.
 */
export function randomStream(seed: number): RandomStream {
  const mix = splitMix32(seed)
  return xoshiro128(mix(), mix(), mix(), mix())
}

/** xoshiro128** 1.1 (Blackman and Vigna, 2018) from a state that is not all zero. */
export function xoshiro128(a: number, b: number, c: number, d: number): RandomStream {
  return () => {
    const result = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0
    const t = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    d = rotateLeft(d, 11)
    return result
  }
}

/** A whole number from 0 to `bound` - 1, every one equally likely (the uneven tail of the 32-bit range is drawn again). */
export function randomBelow(random: RandomStream, bound: number): number {
  const fair = 2 ** 32 - (2 ** 32 % bound)
  let draw = random()
  while (draw >= fair) draw = random()
  return draw % bound
}

/** Shuffles in place: Fisher and Yates, from the end (Durstenfeld 1964). */
export function shuffle(items: Uint32Array, random: RandomStream): void {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = randomBelow(random, last + 1)
    const kept = items[last] ?? 0
    items[last] = items[other] ?? 0
    items[other] = kept
  }
}

/** SplitMix32: the 32-bit finalizer of MurmurHash3 over a Weyl sequence. */
export function splitMix32(seed: number): RandomStream {
  let state = seed >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let z = state
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b)
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35)
    return (z ^ (z >>> 16)) >>> 0
  }
}

function rotateLeft(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits))
}
