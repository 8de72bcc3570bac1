import { expect, test } from 'vitest'
import { tokenScopes, usedScopes } from '#contract/access.ts'
import { tokens } from '#messages/tokens.ts'
import { allScopes, offeredResources, offeredScopes, presetOf, presets, scopeResources, unavailableResources } from './scopes.ts'

const namesOf = (resources: ReturnType<typeof offeredResources>) =>
  resources.flatMap(({ name, access }) => access.map((kind) => `${name}:${kind}`))

test('every token scope of the server has a place, and no other', () => {
  expect([...allScopes].sort()).toEqual([...tokenScopes].sort())
})

test('the picker offers the scopes that an operation asks for, and names the resources without one', () => {
  expect([...offeredScopes].sort()).toEqual([...usedScopes].sort())
  expect(namesOf(offeredResources(new Set()))).toEqual(offeredScopes)
  expect([...unavailableResources, ...offeredResources(new Set()).map(({ name }) => name)].sort()).toEqual(
    scopeResources.map(({ name }) => name).sort(),
  )
})

test('a scope that is chosen already is shown, though it gives nothing yet, so that it can be taken away', () => {
  expect(namesOf(offeredResources(new Set(['payments:read'])))).toEqual(
    allScopes.filter((scope) => [...offeredScopes, 'payments:read'].includes(scope)),
  )
  expect(presetOf(new Set([...offeredScopes, 'payments:read']))).toBe('all')
  expect(presetOf(new Set(['payments:read']))).toBeUndefined()
})

test('every resource has a message', () => {
  expect(Object.keys(tokens.resources).sort()).toEqual(scopeResources.map(({ name }) => name).sort())
})

test.each(Object.entries(presets))('the preset %s is found by its scopes', (name, scopes) => {
  expect(scopes.every((scope) => allScopes.includes(scope))).toBe(true)
  expect(presetOf(new Set(scopes))).toBe(name)
})

test('another set of scopes is not a preset', () => expect(presetOf(new Set(['orders:read']))).toBeUndefined())
