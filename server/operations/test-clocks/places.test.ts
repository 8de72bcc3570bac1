import { expect, test } from 'vitest'
import type { Platform } from '#platform/platform.ts'
import { createAdvancePlaces, placesOf } from './places.ts'

test('a person has one advance that runs; another person has one beside it', () => {
  const places = createAdvancePlaces()
  const first = places.take(['ada'])
  expect(places.take(['ada'])).toBeUndefined()
  expect(places.take(['ada', 'bob'])).toBeUndefined()
  const second = places.take(['bob'])
  expect(second).toBeDefined()
  expect([first?.leave(), second?.leave()]).toEqual([true, false])
  expect(places.take(['ada', 'bob'])).toBeDefined()
})

test('an advance for which no other one has waited goes on at once', () => {
  const places = createAdvancePlaces()
  expect(places.take(['ada'])?.leave()).toBe(false)
  const place = places.take(['ada'])
  places.take(['ada'])
  expect(place?.leave()).toBe(true)
  expect(places.take(['ada'])?.leave()).toBe(false)
})

test('an organization without an owner has a place', () => {
  const places = createAdvancePlaces()
  expect(places.take([])?.leave()).toBe(false)
})

test('the advances of a server hold up none of another server in its process', () => {
  const [one, other] = [{} as Platform, {} as Platform]
  expect(placesOf(one).take(['ada'])).toBeDefined()
  expect(placesOf(one).take(['ada'])).toBeUndefined()
  expect(placesOf(other).take(['ada'])).toBeDefined()
})
