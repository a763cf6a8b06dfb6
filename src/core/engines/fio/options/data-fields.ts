import type { Field } from '../../engine'

export const dataFields: readonly Field[] = [
  {
    id: 'compress_percent',
    label: 'Compressible',
    option: 'buffer_compress_percentage',
    group: 'data',
    kind: { type: 'percent' },
    help: 'How much of the written data compresses away. 0 % writes new random data every time; 100 % writes zeros, which drives and file systems treat specially. Left empty, fio fills with data that compresses to about a tenth at 4 KiB.',
    axisLevels: [0, 25, 50, 75, 100],
  },
  {
    id: 'dedupe_percent',
    label: 'Repeated',
    option: 'dedupe_percentage',
    group: 'data',
    kind: { type: 'percent' },
    help: 'Share of blocks that repeat an earlier block. Not the same as compressible: storage may do one, both or neither.',
    axisLevels: [0, 25, 50, 75],
  },
]
