const names: ReadonlyMap<string, string> = new Map([
  ['block_size', 'Block size'],
  ['read_percent', 'Read share'],
  ['queue_depth', 'Queue depth'],
  ['jobs', 'Jobs'],
  ['pattern', 'Pattern'],
  ['io_engine', 'I/O engine'],
  ['file_size', 'File size'],
  ['compress_percent', 'Compressible share'],
  ['dedupe_percent', 'Duplicate share'],
  ['fill_percent', 'Fill level'],
  ['fill_bytes', 'Data on the drive'],
  ['buffer_pool_size', 'Buffer pool'],
  ['tests', 'Tests'],
  ['direct', 'Direct I/O'],
  ['campaign', 'Configuration'],
  ['runtime', 'Run time'],
])

/** An axis as a heading names it: "Block size"; an engine's own option keeps its name. */
export function axisName(key: string): string {
  return names.get(key) ?? key
}
