import { expect, it } from 'vitest'
import { unreadForm } from '../../../../src/core/engines/foreign/unread-forms'

it.each([
  ['2;probe;0;0;1;2;3;4;5;6;7;8;9;10;11;12', /terse output of version 2.*--output-format=json/, true],
  ['Jobs: 1 (f=1): [r(1)][50.0%][r=1MiB/s][eta 00m:01s]', /of fio, but ends before its results/, true],
  ['[global]\nbs=4k\n[a]\nrw=read\n', /job file of fio.*--output=FILE/, false],
  ['.Interval. .ReqstdOps.. ...cpu%...', /file system workload of vdbench/, true],
  ['sd=sd1,lun=/dev/x\nwd=wd1,sd=sd1\nrd=rd1,wd=wd1,iorate=max\n', /parameter file of vdbench.*-o/, false],
  [
    'sysbench 1.0.20 (using system LuaJIT 2.1)\n\nCPU speed:\n    events per second: 1.0\n',
    /none of its tests/,
    true,
  ],
  [
    'sysbench 1.0.20 (using system LuaJIT 2.1)\n\n16 files, 8Mb total\n',
    /has no results.*“sysbench … run”/,
    true,
  ],
  ['<?xml version="1.0"?>\n<AS_SSD>\n</AS_SSD>', /XML of AS SSD.*Edit, Copy/, true],
  ['<Profile>\n <TimeSpans>\n </TimeSpans>\n</Profile>', /profile of diskspd.*-Rxml/, false],
  ['OPERATION   RESULT TYPE         FIRST DONE   LAST DONE', /elbencho.*--csvfile/, true],
  ['"Throughput report Y-axis is type of test X-axis is number of processes"', /IOzone.*test complete/, true],
])('names the program of %j, and what helps', (text, words, isResult) => {
  const form = unreadForm(text)
  expect(form?.text).toMatch(words)
  expect(form?.isResult).toBe(isResult)
})

it('knows nothing of other texts, however long', () => {
  expect(unreadForm('Dear diary, fio was slow today.')).toBeUndefined()
  expect(unreadForm('[a]\n'.repeat(100_000))).toBeUndefined()
  expect(unreadForm('sysbench 1\n'.repeat(100_000))).toBeUndefined()
})
