import type { SigmaCell } from '../comparison/sigma-counts'

/** One cell of the published kernel comparison. */
export interface PublishedCell extends SigmaCell {
  readonly test: string
}

/** A table of the article: its tests by the names of the cases, with the names of the published file. */
export interface KernelTable {
  readonly number: number
  readonly tests: Readonly<Record<string, string>>
}

/** Tables 14 to 16 of the kernel comparison. IOzone itself says frewrite and freread; the article refwrite and refread. */
export const kernelTables: readonly KernelTable[] = [
  {
    number: 14,
    tests: {
      write: 'write',
      rewrite: 'rewrite',
      random_write: 'random-write',
      record_rewrite: 'record-rewrite',
      fwrite: 'fwrite',
      frewrite: 'refwrite',
    },
  },
  {
    number: 15,
    tests: {
      read: 'read',
      reread: 'reread',
      random_read: 'random-read',
      backward_read: 'backward-read',
      stride_read: 'stride-read',
      fread: 'fread',
      freread: 'refread',
    },
  },
  {
    number: 16,
    tests: {
      write_iops: 'write-iops',
      random_write_iops: 'random-write-iops',
      read_iops: 'read-iops',
      random_read_iops: 'random-read-iops',
    },
  },
]

/** How a case names a table. */
export function tableTitle(table: KernelTable): string {
  return `Table ${table.number}`
}

const columns = 'test,record_size,compressibility_percent,difference_percent,stddev_percent'

/** The cells of the published file (CSV with a header, nothing quoted); undefined where it is another file. */
export function publishedCells(csv: string): readonly PublishedCell[] | undefined {
  const [header, ...lines] = csv.trim().split(/\r?\n/)
  if (header !== columns) return undefined
  const cells: PublishedCell[] = []
  for (const line of lines) {
    const [test, , , difference, deviation] = line.split(',')
    const cell = { test: test ?? '', differencePercent: Number(difference), errorPercent: Number(deviation) }
    if (!Number.isFinite(cell.differencePercent) || !Number.isFinite(cell.errorPercent)) return undefined
    cells.push(cell)
  }
  return cells
}
