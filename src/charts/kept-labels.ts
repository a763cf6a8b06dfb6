/**
 * Places of the labels that fit beneath an axis, one to a slot that is `slotChars` letters wide: all, else each second,
 * third … `period`: slots from a label to the same one beneath the panel beside it. A word among numbers ("random" beside percentages) always stays, for nobody can guess it from its neighbours.
 */
export function keptLabels(
  labels: readonly string[],
  slotChars: number,
  period = Infinity,
): ReadonlySet<number> {
  const words = labels.flatMap((label, place) => (/\d/.test(label) ? [] : [place]))
  // One letter stays free between labels.
  const fits = (a: number, b: number) =>
    (half(labels[a]) + half(labels[b]) + 1) / slotChars <= Math.abs(b - a)
  const besideNext = ([first = 0, ...rest]: readonly number[]) => {
    const last = rest[rest.length - 1] ?? first
    return (half(labels[last]) + half(labels[first]) + 1) / slotChars <= period - last + first
  }
  const allFit = (places: readonly number[]) =>
    besideNext(places) && places.every((place, at) => at === 0 || fits(places[at - 1] ?? 0, place))
  const always = words.length * 2 < labels.length && allFit(words) ? words : []
  for (let step = 1; step < labels.length; step++) {
    const numbers = labels.flatMap((_, place) =>
      place % step === 0 && !always.includes(place) && always.every((word) => fits(place, word))
        ? [place]
        : [],
    )
    if (allFit(numbers)) return new Set([...numbers, ...always])
  }
  return new Set(always.length > 0 ? always : [0])
}

function half(label = ''): number {
  return label.length / 2
}
