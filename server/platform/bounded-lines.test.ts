import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { boundedLines } from './bounded-lines.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('a repeated event is limited to a few lines per second, and the next line says how many were dropped', () => {
  const lines: string[] = []
  const write = boundedLines((event, { leftOut }) => lines.push(`${event} ${leftOut ?? 0}`), 2)
  for (let count = 0; count < 50; count += 1) write('cut', {})
  write('slow', {})
  expect(lines).toEqual(['cut 0', 'cut 0', 'slow 0'])
  vi.advanceTimersByTime(1000)
  write('cut', {})
  write('cut', {})
  expect(lines.slice(3)).toEqual(['cut 48', 'cut 0'])
})
