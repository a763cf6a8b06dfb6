import type { NamedDevice } from '../../../core/devices/device-card'
import type { Scorecard } from '../../../core/scorecard/scorecard'

/** A results file that comes with the program, built from published tables. */
export interface PublishedSample {
  /** Name of its file without the extension; part of the app's contract, so it must not change. */
  readonly id: string
  readonly title: string
  /** One sentence for the start screen. */
  readonly description: string
  /** Notes of the review. */
  readonly notes: string
  /** Tables in resources/published. */
  readonly tables: readonly string[]
  /** Device cards and scorecards, as published. */
  readonly devices?: readonly NamedDevice[]
  readonly scorecards?: readonly { readonly name: string; readonly card: Scorecard }[]
}

const printedOnly =
  'Only means were printed, never the runs, so there are no dots and the comparisons are those of the article.'

export const publishedSamples: readonly PublishedSample[] = [
  {
    id: 'sandforce-iops',
    title: 'SandForce SSD: 4 KB IOPS by compressibility',
    description:
      'Four tests at three levels, means of 10 runs: what a controller that compresses makes of its data (Linux Magazine).',
    notes: `Linux Magazine, "SandForce 1222 SSD Testing, Part 2", 2011. A 64 GB drive of Micro Center ("just under $100") with IOzone, 4 KB records, 16 GB file on ext4. ${printedOnly} The text says that sequential writing beats random writing at 50 %; its own table says the opposite (23,921.5 against 24,666.4).`,
    tables: ['sandforce-iops.csv'],
  },
  {
    id: 'sandforce-kernel',
    title: 'SandForce SSD: Linux 2.6.38.2 against 2.6.32',
    description:
      'All 414 cells of a printed comparison of two kernels: 13 throughput tests by 5 record sizes by 6 levels, and 4 IOPS tests (Linux Magazine).',
    notes: `Linux Magazine, "SandForce 1222 SSD Testing, Part 5", 2011, tables 14 to 16. Differences in percent of the older kernel with the deviation of the newer one, 10 runs each; the means were not printed. By the article's rule a difference is meaningful when it is larger than that deviation: 235 of 414 are, and three are exactly as large. The article writes 2.6.28.2 for 2.6.38.2 in 17 places.`,
    tables: ['sandforce-kernel-difference.csv'],
  },
  {
    id: 'sandforce-throughput',
    title: 'SandForce SSD: throughput by compressibility',
    description:
      'Approximate throughput with 1 MB and 16 MB records, as named in an article’s text (Enterprise Storage Forum).',
    notes: `Enterprise Storage Forum, "Real-Time Data Compression's Impact on SSD Throughput Capability". ${printedOnly} The numbers are approximate (“about”): the article names them in its text, each from ten runs. Its MB count in 1024, as its charts do.`,
    tables: ['sandforce-throughput-1mb.csv'],
  },
  {
    id: 'flash-cards-used-capacity',
    title: 'Two PCIe flash cards by used capacity',
    description:
      'Random writes against percent of capacity in use, 20 to 100 %: which card keeps its speed (MySQL Performance Blog).',
    notes: `MySQL Performance Blog, December 2010. Random writes; the post names no block size. ${printedOnly} What the article calls advantage is 100 B/A, a ratio and no difference.`,
    tables: ['flash-card-utilization.csv'],
  },
  {
    id: 'tachion-fill-level',
    title: 'A 400 GB flash card at four fill levels',
    description:
      'Random writes with 130 to 360 GB in use: the slow-down of a filling card (MySQL Performance Blog).',
    notes: `MySQL Performance Blog, December 2010. A third, half, two thirds and all of the space that the card offers, on a Cisco UCS C250. ${printedOnly} The article prints 2.29 for 959.17/417.33, which is 2.30.`,
    tables: ['tachion-fill-level.csv'],
  },
  {
    id: 'flashmax-generations',
    title: 'Two generations of a flash card',
    description: 'Throughput and 95th percentile latency of FlashMAX 1400M and II (MySQL Performance Blog).',
    notes: `MySQL Performance Blog, March 2013. Random I/O, asynchronous and with 64 and 256 threads; the post names no block size. ${printedOnly}`,
    tables: ['flashmax-generations.csv'],
  },
  {
    id: 'tpcc-servers',
    title: 'Two database servers at three memory sizes',
    description:
      'TPC-C transactions per minute of MySQL and Percona Server with 13, 52 and 144 GB of buffer pool (MySQL Performance Blog).',
    notes: `MySQL Performance Blog, December 2010. Runs of 7200 s, the first 3600 s dropped, averages of 10 s. ${printedOnly} The article prints 1.23 for 88,792/71,774, which is 1.24.`,
    tables: ['tpcc-notpm.csv'],
  },
  {
    id: 'cache-software-scorecard',
    title: 'vCache against FlashCache: usability',
    description:
      'The five categories of a printed scorecard, which ends in a draw of 2-2-1 (MySQL Performance Blog).',
    notes:
      'MySQL Performance Blog, "Virident vCache vs. FlashCache: Part 1", May 2013: usability and features, one reviewer’s view, sponsored by Virident. The article calls the whole a draw, with a slight edge to FlashCache by its operational flexibility.',
    tables: [],
    scorecards: [
      {
        name: 'Usability of cache software',
        card: {
          candidates: ['vCache', 'FlashCache'],
          categories: [
            {
              name: 'Ease of basic installation',
              entries: [
                {
                  text: 'two packages and a few commands; part of the driver of the card; better documentation',
                },
                {
                  text: 'a kernel module to build beside the driver of the card, then several settings by sysctl',
                },
              ],
              winner: 0,
            },
            {
              name: 'Ease of later changes',
              entries: [
                { text: 'by its own command; the cache has to be flushed, detached and attached again' },
                { text: 'most parameters change at once by sysctl' },
              ],
              winner: 1,
            },
            {
              name: 'Operational flexibility',
              entries: [
                {
                  text: 'processes allowed or excluded, sequential requests bypassed, a dirty threshold, flushes by time and on demand (blocks until it is done)',
                },
                {
                  text: 'the same, a flush in the background that never reports its end, and a choice of FIFO or LRU',
                },
              ],
              winner: 1,
            },
            {
              name: 'Operational monitoring',
              entries: [
                { text: 'statistics only from its own monitoring command' },
                { text: 'statistics under /proc' },
              ],
              winner: 'none',
            },
            {
              name: 'Time-based flushing',
              entries: [
                { text: 'a period after which dirty blocks are written; more useful to the reviewer' },
                { text: 'a delay after which idle dirty blocks are cleaned' },
              ],
              winner: 0,
            },
          ],
          caption: 'MySQL Performance Blog, May 2013; one reviewer’s view.',
        },
      },
    ],
  },
  {
    id: 'flash-card-prices',
    title: 'What two PCIe flash cards cost',
    description:
      'Prices per GB of 2010 as sold and after reserved space, with the roundings of print named (MySQL Performance Blog).',
    notes: `MySQL Performance Blog, June 2010 (prices) and December 2010 (random writes against used capacity). ${printedOnly} The article prints 39.5 $/GB for 6,308.99 $ and 160 GB, which is 39.43, and says that 25 % of reserved space makes a GB 25 % dearer: it is 33 %.`,
    tables: ['flash-card-utilization.csv'],
    devices: [
      {
        name: 'Virident tachIOn 400 GB',
        card: {
          ...{ vendor: 'Virident', model: 'tachIOn 400 GB', interface: 'PCIe', flash: 'SLC' },
          soldBytes: 400e9,
          price: {
            ...{ amount: 13_600, currency: 'USD', date: '2010-06', source: 'price list' },
            printedPerGb: 34,
          },
        },
      },
      {
        name: 'Fusion-io 160 GB SLC',
        card: {
          ...{ vendor: 'Fusion-io', interface: 'PCIe', flash: 'SLC', soldBytes: 160e9 },
          price: {
            ...{ amount: 6308.99, currency: 'USD', date: '2010-06-14', source: 'dell.com' },
            printedPerGb: 39.5,
          },
        },
      },
      {
        name: 'Fusion-io 160 GB SLC, 25 % reserved',
        card: {
          ...{ vendor: 'Fusion-io', interface: 'PCIe', flash: 'SLC', soldBytes: 160e9, usableBytes: 120e9 },
          price: {
            ...{ amount: 6308.99, currency: 'USD', date: '2010-06-14', source: 'dell.com' },
            note: 'the article says that 25 % of reserved space makes a GB 25 % dearer',
          },
        },
      },
    ],
  },
]
