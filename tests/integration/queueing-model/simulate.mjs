import process from 'node:process'

/**
 * A drive of several channels as a queueing model: a request goes to a random channel, which serves one after another,
 * each for an exponentially distributed time. `simulate.mjs SEED CHANNELS SERVICE_NS DEPTH OFFERED_IOPS` prints what a
 * benchmark would have measured: requests a second, their mean latency, and a histogram of latencies. OFFERED_IOPS 0:
 * DEPTH requests are always outstanding; otherwise they arrive at random (Poisson), however many wait. Only the model's
 * time passes.
 */
const [seed, channels, serviceNs, depth, offeredIops] = process.argv.slice(2).map(Number)
const warmUp = 30_000
const measured = 200_000

const random = mulberry32(seed)
const queues = Array.from({ length: channels }, () => ({ arrivals: [], served: 0 }))
/** Channels with something to do, in no order, and the index of each in that list. */
const busy = []
const counts = new Map()
let now = 0
let completed = 0
let began = 0
let sum = 0

function arrive() {
  const queue = queues[Math.floor(random() * channels)]
  if (queue.arrivals.length === queue.served) busy.push(queue)
  queue.arrivals.push(now)
}

function complete(place) {
  const queue = busy[place]
  const latency = now - queue.arrivals[queue.served]
  queue.served += 1
  if (queue.served === queue.arrivals.length) {
    queue.arrivals = []
    queue.served = 0
    busy[place] = busy.at(-1)
    busy.pop()
  }
  completed += 1
  if (completed === warmUp) began = now
  if (completed <= warmUp) return
  sum += latency
  const bin = binOf(latency)
  counts.set(bin, (counts.get(bin) ?? 0) + 1)
}

/** The middle of a bin as fio makes them: 64 to a power of two. */
function binOf(ns) {
  const width = ns < 128 ? 1 : 2 ** (Math.floor(Math.log2(ns)) - 6)
  return Math.floor(ns / width) * width + Math.floor(width / 2)
}

/** A small generator with a good distribution (Tommy Ettinger's mulberry32); uniform in [0, 1). */
function mulberry32(start) {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const isOpen = offeredIops > 0
for (let request = 0; !isOpen && request < depth; request += 1) arrive()
while (completed < warmUp + measured) {
  // Exponential times have no memory: each of them is the next event with a probability proportional to its rate.
  const arriving = isOpen ? offeredIops / 1e9 : 0
  const serving = busy.length / serviceNs
  now -= Math.log(1 - random()) / (arriving + serving)
  if (random() * (arriving + serving) < arriving) arrive()
  else {
    complete(Math.floor(random() * busy.length))
    if (!isOpen) arrive()
  }
}
const bins = [...counts].sort(([one], [other]) => one - other)
process.stdout.write(JSON.stringify({ iops: (measured * 1e9) / (now - began), meanNs: sum / measured, bins }))
