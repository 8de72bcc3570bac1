import { expect, test } from 'vitest'
import { firstId, isId, newId } from './id.ts'

const now = new Date('2026-03-12T14:20:00.123Z')

test('ids are unique UUIDs of version 7', () => {
  const ids = Array.from({ length: 20_000 }, () => newId(now))
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !isId(id) || !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/.test(id))).toEqual([])
})

test('ids of one millisecond sort in the order of their creation', () => {
  const ids = [firstId(now), ...Array.from({ length: 1000 }, () => newId(now))]
  expect(ids.toSorted()).toEqual(ids)
})

test('a later instant gives a greater id', () => {
  expect(newId(new Date(now.getTime() + 1)) > newId(now)).toBe(true)
})
