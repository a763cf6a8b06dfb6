import type { Field } from '../../engine'

/** Words for a way of filling the file instead of a percentage. */
export const diagnosticData = 'random'
export const plainData = 'plain'

export const dataFields: readonly Field[] = [
  {
    id: 'dedupe_percent',
    label: 'Dedupe',
    option: '-+w',
    group: 'data',
    kind: {
      type: 'percent',
      words: [
        { value: diagnosticData, label: 'random' },
        { value: plainData, label: 'plain' },
      ],
    },
    help: 'Share of the written data that repeats other data. Printed reviews call it compressibility. 0 % writes new data everywhere. random is the diagnostic mode (-+d), which the reviews call random; its data still compresses to a half or a third. plain leaves IOzone its own fill, one block over and over.',
    initial: 0,
    axisLevels: [98, 75, 50, 25, 2, diagnosticData],
  },
  {
    id: 'dedupe_alike',
    label: 'Repeat everywhere alike',
    option: '-+y -+C',
    group: 'data',
    kind: { type: 'boolean' },
    help: 'Passes the percentage of Dedupe for repetition within a file too (-+w P -+y P -+C P), as printed reviews of compressibility did. Off, data repeats between the files of several jobs only.',
    initial: false,
  },
  {
    id: 'dedupe_interior_percent',
    label: 'Repeated within and between',
    option: '-+y',
    group: 'data',
    kind: { type: 'percent' },
    help: 'Share of the repeated data that repeats within a file and between files.',
  },
  {
    id: 'dedupe_within_percent',
    label: 'Repeated within only',
    option: '-+C',
    group: 'data',
    kind: { type: 'percent' },
    help: 'Share of the repeated data that repeats within a file and not between files.',
  },
  {
    id: 'compress_percent',
    label: 'Compressible',
    option: '-+a -+M',
    group: 'data',
    kind: { type: 'percent' },
    help: 'How much of each block is zeros, so that it compresses away. Marked experimental by IOzone, and slower to make. 0 % gives data that neither repeats nor compresses in every version.',
    axisLevels: [0, 25, 50, 75, 100],
  },
]
