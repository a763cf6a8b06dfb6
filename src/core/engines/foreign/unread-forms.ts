import { asPrinted } from './pasted-text'

/** A form of a program's output that no reader takes, with what helps. */
interface UnreadForm {
  /** All of them match. */
  readonly says: readonly RegExp[]
  readonly text: string
  /** It accompanies results, and is none itself. */
  readonly isBeside?: boolean
}

const forms: readonly UnreadForm[] = [
  {
    says: [/^2;[^;\n]*;\d+;\d+;(?:[\d.]+;){10}/m],
    text: 'It is fio’s terse output of version 2, which has no version and few latencies. Run fio with --output-format=json.',
  },
  {
    says: [/^(?:fio-\d|Jobs: \d+ \(f=\d+\))/m],
    text: 'It is of fio, but ends before its results. Copy all that fio printed, or run it with --output-format=json --output=FILE.',
  },
  {
    says: [/^\[[^\]\n]{1,200}\]$/m, /^(?:rw|readwrite|ioengine) *=/m],
    isBeside: true,
    text: 'It is a job file of fio, not a result. Import what fio wrote with --output-format=json --output=FILE.',
  },
  {
    says: [/\bReqstdOps\b|^ *tod +Run +Interval +reqrate /m],
    text: 'It is of a file system workload of vdbench (fwd=), of which only raw I/O (wd=) is read. Copy its numbers into a table.',
  },
  {
    says: [/^rd=\w+ *,/m],
    isBeside: true,
    text: 'It is a parameter file of vdbench, not a result. Import the folder of its option -o: flatfile.html, summary.html or totals.html.',
  },
  {
    says: [/^sysbench \d/m, /^(?:CPU speed:|General statistics:)/m],
    text: 'It is of sysbench, but of none of its tests of storage or databases. Run sysbench with fileio or one of the oltp tests.',
  },
  {
    says: [/^sysbench \d[^\n]*\(using/m],
    text: 'It is of sysbench, but has no results. Import what “sysbench … run” printed, not “prepare”.',
  },
  {
    says: [/^\s*<\?xml/, /AS[ _]?SSD/],
    text: 'It is XML of AS SSD, which is not read. Use Edit, Copy in AS SSD and save the text.',
  },
  {
    says: [/^elbencho version:|^OPERATION +RESULT TYPE/m],
    text: 'It is of elbencho, but has no results. Import what it wrote with --resfile, --csvfile or --jsonfile.',
  },
  {
    says: [/^\s*<Profile>/, /<TimeSpans>/],
    isBeside: true,
    text: 'It is a profile of diskspd, not a result. Import what “diskspd -Xprofile.xml -Rxml” printed.',
  },
  {
    says: [/^ *I[oO]zone: Performance Test|^"Throughput report Y-axis/m],
    text: 'It is of IOzone, but has no results. Import all that it printed, up to “iozone test complete.”.',
  },
]

/**
 * What the text is, if it is of a known program in a form that is not read, and which option or file helps. `isResult`:
 * it should have been a result.
 */
export function unreadForm(text: string): { readonly text: string; readonly isResult: boolean } | undefined {
  const start = asPrinted(text.slice(0, 200_000))
  const found = forms.find(({ says }) => says.every((pattern) => pattern.test(start)))
  return found && { text: found.text, isResult: found.isBeside !== true }
}
