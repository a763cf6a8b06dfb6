export type Three = readonly [number, number, number]
export type ThreeByThree = readonly [Three, Three, Three]

/** Solves three linear equations by Cramer's rule on scaled rows; undefined for a singular matrix. */
export function solveThree(matrix: ThreeByThree, right: Three): Three | undefined {
  // Normal equations mix magnitudes; scaling rows and columns by the diagonal keeps the determinant meaningful.
  const scale: Three = [rootOf(matrix[0][0]), rootOf(matrix[1][1]), rootOf(matrix[2][2])]
  const scaledRow = (row: Three, i: 0 | 1 | 2): Three => [
    row[0] / (scale[i] * scale[0]),
    row[1] / (scale[i] * scale[1]),
    row[2] / (scale[i] * scale[2]),
  ]
  const m: ThreeByThree = [scaledRow(matrix[0], 0), scaledRow(matrix[1], 1), scaledRow(matrix[2], 2)]
  const r: Three = [right[0] / scale[0], right[1] / scale[1], right[2] / scale[2]]
  const whole = determinant(m)
  if (!(Math.abs(whole) > 1e-14)) return undefined
  const replaced = (column: 0 | 1 | 2): ThreeByThree => {
    const row = (i: 0 | 1 | 2): Three => [
      column === 0 ? r[i] : m[i][0],
      column === 1 ? r[i] : m[i][1],
      column === 2 ? r[i] : m[i][2],
    ]
    return [row(0), row(1), row(2)]
  }
  return [
    determinant(replaced(0)) / whole / scale[0],
    determinant(replaced(1)) / whole / scale[1],
    determinant(replaced(2)) / whole / scale[2],
  ]
}

function determinant([a, b, c]: ThreeByThree): number {
  return (
    a[0] * (b[1] * c[2] - b[2] * c[1]) -
    a[1] * (b[0] * c[2] - b[2] * c[0]) +
    a[2] * (b[0] * c[1] - b[1] * c[0])
  )
}

function rootOf(value: number): number {
  return value > 0 ? Math.sqrt(value) : 1
}
