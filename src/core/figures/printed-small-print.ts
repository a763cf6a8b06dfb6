import type { Figure } from './figure'
import type { SmallPrintLength } from './figure-look'

/** The small print of a figure as long as it is asked for: by the figure itself, else by what it is printed in. */
export function printedSmallPrint(
  { smallPrint, print }: Pick<Figure, 'smallPrint' | 'print'>,
  usual: SmallPrintLength = 'full',
): readonly string[] {
  const length = print?.length ?? usual
  if (print === undefined || length === 'full') return smallPrint
  return print[length]
}
