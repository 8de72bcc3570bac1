import { expect, test } from 'vitest'
import { relative } from './moment.ts'

const now = new Date(2026, 2, 12, 14, 20)
const before = (milliseconds: number) => new Date(now.getTime() - milliseconds)

test.each([
  [before(20_000), 'Just now'],
  [before(39 * 60_000), '39 min ago'],
  [before(5 * 3_600_000), '5 hours ago'],
  [before(20 * 3_600_000), 'Yesterday'],
  [before(2 * 86_400_000), '2 days ago'],
  [before(-2 * 86_400_000), 'In 2 days'],
  [before(9 * 86_400_000), '3 Mar'],
  [new Date(2024, 10, 22), '22 Nov 2024'],
])('%s is formatted as %s', (at, text) => {
  expect(relative('en-GB', at, { now, justNow: 'Just now' })).toBe(text)
})
