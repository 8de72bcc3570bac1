import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTurns, type Turns } from './turns.ts'

const PLACES = 4

let turns: Turns
let started: string[]
let ends: Map<string, PromiseWithResolvers<void>>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  turns = createTurns()
  started = []
  ends = new Map()
})
afterEach(() => void vi.useRealTimers())

/** Work of a network, which starts when it has its turn and ends with `end`. */
function work(network: string, name: string): Promise<void> {
  const ended = Promise.withResolvers<void>()
  ends.set(name, ended)
  return turns(network, () => {
    started.push(name)
    return ended.promise
  })
}

/** So many turns of the event loop. */
async function settle(count = 2 * PLACES): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn()
}

async function end(name: string): Promise<void> {
  ends.get(name)?.resolve()
  await settle()
}

test('four pieces of work of a network run at once; the others follow in the order of arrival', async () => {
  for (const name of ['1', '2', '3', '4', '5', '6']) void work('a', name)
  await settle()
  expect(started).toEqual(['1', '2', '3', '4'])
  await end('3')
  expect(started).toEqual(['1', '2', '3', '4', '5'])
  await end('1')
  expect(started.at(-1)).toBe('6')
})

test('each turn of the event loop starts one piece of work of each network', async () => {
  for (const name of ['a1', 'a2', 'a3']) void work('a', name)
  void work('b', 'b1')
  await settle(1)
  expect(started).toEqual(['a1', 'b1'])
  await settle(1)
  expect(started).toEqual(['a1', 'b1', 'a2'])
  await settle(1)
  expect(started).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('work that takes long gives up its place once', async () => {
  for (const name of ['1', '2', '3', '4', '5', '6', '7', '8', '9']) void work('a', name)
  await settle()
  vi.advanceTimersByTime(249)
  await settle()
  expect(started).toHaveLength(PLACES)
  vi.advanceTimersByTime(1)
  await settle()
  expect(started).toHaveLength(2 * PLACES)
  // Its end frees no second place.
  await end('1')
  expect(started).toHaveLength(2 * PLACES)
  await end('5')
  expect(started).toHaveLength(2 * PLACES + 1)
})

test('failed work gives up its place, and the caller gets its error', async () => {
  const failed = work('a', '0')
  for (const name of ['1', '2', '3', '4']) void work('a', name)
  await settle()
  ends.get('0')?.reject(new Error('no database'))
  await expect(failed).rejects.toThrow('no database')
  await settle()
  expect(started).toEqual(['0', '1', '2', '3', '4'])
})
