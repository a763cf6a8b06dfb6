import type { ExtraOption } from '../../engine'
import { onOff, oneOf, option, percent, size, text, whole } from '../../describe-fields'

const amount = '\\d{1,10}[kmg]?'

/** The shape and position of requests. */
export const requestOptions: readonly ExtraOption[] = [
  option(
    'ba',
    size,
    'Random places are multiples of this size. By default they are multiples of the block size.',
  ),
  option(
    'bsrange',
    text(`${amount}-${amount}`),
    'Each request has a random size within this range, such as 4k-64k. Overrides Block size.',
  ),
  option(
    'bssplit',
    text(`${amount}/\\d{1,3}(:${amount}/\\d{1,3}){0,63}`),
    'Shares of several block sizes, such as 4k/60:64k/40. Overrides Block size.',
  ),
  option('bs_unaligned', onOff, 'Sizes drawn from a range need not be multiples of the smallest size.'),
  option('bs_is_seq_rand', onOff, 'The first block size is for sequential, the second for random requests.'),
  option(
    'rw_sequencer',
    oneOf('sequential', 'identical'),
    'What comes after a burst at one random place: the next place, or the same one again.',
  ),
  option('iodepth_batch', whole(), 'Requests handed over in one system call.'),
  option('iodepth_batch_complete_min', whole(), 'Completions to wait for at a time; 0 asks without waiting.'),
  option('iodepth_batch_complete_max', whole(), 'At most this many completions are taken at a time.'),
  option('iodepth_low', whole(), 'Lets the queue drain to this depth before filling it again.'),
  option('serialize_overlap', onOff, 'A request waits while another one to the same place is in flight.'),
  option(
    'io_submit_mode',
    oneOf('inline', 'offload'),
    'Submits requests from the job itself or from threads of their own.',
  ),
  option('number_ios', whole(1), 'Ends the run after this many requests.'),
  option(
    'random_generator',
    oneOf('tausworthe', 'lfsr', 'tausworthe64'),
    'Source of random places. tausworthe64 is for files beyond 2^32 blocks.',
  ),
  option(
    'random_distribution',
    text('random|(zipf|pareto|normal):\\d{1,3}(\\.\\d{1,6})?(:\\d{1,3}(\\.\\d{1,6})?)?'),
    'How random places are spread, such as random, zipf:1.2, pareto:0.9 or normal:10: a hot part of the file is visited more often.',
  ),
  option(
    'percentage_random',
    percent,
    'Share of requests at random places; the rest continue the one before.',
  ),
  option(
    'fadvise_hint',
    oneOf('0', '1', 'random', 'sequential'),
    'What the kernel is told about the pattern. 1 tells it the true one.',
  ),
  option(
    'write_hint',
    oneOf('none', 'short', 'medium', 'long', 'extreme'),
    'Expected life of written data, a hint that some drives use.',
  ),
  option('pre_read', onOff, 'Reads the whole file into memory before the run. Only with buffered I/O.'),
  option('mem', oneOf('malloc', 'shm', 'shmhuge', 'mmap'), 'Where the buffers of requests lie in memory.'),
  option('iomem_align', size, 'Buffers begin at multiples of this size.'),
  option(
    'buffer_pattern',
    text('0x[0-9a-fA-F]{1,512}'),
    'Writes this pattern instead of random data, such as 0xdeadbeef.',
  ),
  option(
    'dedupe_mode',
    oneOf('repeat', 'working_set'),
    'Which block a repeated one is a copy of: the last one, or one of a working set.',
  ),
  option(
    'dedupe_working_set_percentage',
    percent,
    'Size of the working set of repeated blocks, as a share of the file.',
  ),
  option('dedupe_global', onOff, 'Jobs share one set of repeated blocks.'),
]
