/**
 * A temperature in °C as a drive or the kernel gave it; undefined where there is no sensor: tools and drives then say 0, or
 * 0 K, and some values no drive or processor can have.
 */
export function sensedCelsius(celsius: number | undefined): number | undefined {
  const isSensed = celsius !== undefined && celsius > -60 && celsius < 200 && celsius !== 0
  return isSensed ? celsius : undefined
}
