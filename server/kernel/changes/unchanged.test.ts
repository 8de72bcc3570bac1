import { expect, test } from 'vitest'
import { changeOf, orUnchanged } from './unchanged.ts'

const AT = new Date('2026-03-12T14:20:00.000Z')
const LATER = new Date('2026-03-12T14:21:00.000Z')
const present = { name: 'A', tags: { a: 1, b: [2] }, modifiedAt: AT }

test.each([
  ['the same', {}, true],
  ['another time of change', { modifiedAt: LATER }, true],
  ['an equal object with another order of keys', { tags: { b: [2], a: 1 }, modifiedAt: LATER }, true],
  ['another text', { name: 'B' }, false],
  ['another value within an object', { tags: { a: 1, b: [3] } }, false],
  ['null instead of a text', { name: null }, false],
])('with %s the present state stays: %j %s', (_, changes, stays) => {
  const next = { ...present, ...changes } as typeof present
  expect(orUnchanged(present, next)).toBe(stays ? present : next)
  expect(changeOf(present, { next, events: ['thing.updated'] }).events).toEqual(stays ? [] : ['thing.updated'])
})
