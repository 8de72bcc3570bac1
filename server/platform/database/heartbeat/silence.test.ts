import { expect, test } from 'vitest'
import { createSilence, type Silence, TICK_MS } from './silence.ts'

/** Ticks at these intervals, as a busy process does; an answer to a query arrives with the tick after it, unless the network is silent. */
function run(
  silence: Silence,
  fromMs: number,
  intervals: readonly number[],
  isNetworkSilent = false,
): { atMs: number; silent: number[]; ended: number } {
  let atMs = fromMs
  let isDue = false
  const silent: number[] = []
  let ended = 0
  for (const [index, interval] of intervals.entries()) {
    atMs += interval
    const outcome = silence.tick(atMs)
    if (outcome === 'end') ended += 1
    if (outcome === 'query') silence.sent(atMs)
    if (isDue && !isNetworkSilent) silence.answered()
    isDue = outcome === 'query'
    if (silence.isSilent(atMs)) silent.push(index)
  }
  return { atMs, silent, ended }
}

/** A connection that has answered once, at 0. */
function answering(): Silence {
  const silence = createSilence(0)
  silence.sent(0)
  silence.answered()
  return silence
}
const often = (times: number, interval: number) => Array<number>(times).fill(interval)

test('a connection is silent until its first answer', () => {
  const silence = createSilence(0)
  silence.sent(0)
  expect(silence.isSilent(10)).toBe(true)
  silence.answered()
  expect(silence.isSilent(20)).toBe(false)
})

test.each([TICK_MS, 800, 1200, 1600, 2500, 2999])(
  'a process whose turns take %i ms keeps trusting a connection that answers',
  (interval) => {
    expect(run(answering(), 0, often(60, interval))).toMatchObject({ silent: [], ended: 0 })
  },
)

test('a silent connection is noticed within three seconds of an idle process, and ended', () => {
  const silence = answering()
  const { atMs } = run(silence, 0, often(4, TICK_MS))
  const { silent, ended } = run(silence, atMs, often(8, TICK_MS), true)
  expect([silent, ended]).toEqual([[7], 1])
  expect(atMs + 8 * TICK_MS).toBeLessThanOrEqual(3000)
})

test('a silent connection is noticed by a busy process after as many turns', () => {
  const silence = answering()
  const { silent } = run(silence, 0, often(13, 1600), true)
  expect(silent[0]).toBeLessThanOrEqual(12)
})

test('after a pause the connection is trusted again once it answers a query that was sent after it', () => {
  const silence = answering()
  expect(silence.isSilent(3001)).toBe(true)
  const { silent, ended } = run(silence, 0, [60_000, TICK_MS, TICK_MS])
  expect([silent, ended]).toEqual([[0], 0])
})

test('an answer to a query from before a pause does not end it', () => {
  const silence = answering()
  silence.sent(1000)
  expect(silence.tick(61_000)).toBe('none')
  silence.answered()
  expect(silence.isSilent(61_000)).toBe(true)
  expect(silence.tick(61_250)).toBe('query')
  silence.sent(61_250)
  silence.answered()
  expect(silence.isSilent(61_260)).toBe(false)
})
