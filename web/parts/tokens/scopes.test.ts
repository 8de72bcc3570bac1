import { expect, test } from 'vitest'
import { tokenScopes } from '#kernel/access.ts'
import { tokens } from '#messages/tokens.ts'
import { allScopes, presetOf, presets, scopeResources } from './scopes.ts'

test('the picker offers every token scope of the server, and no other', () => {
  expect([...allScopes].sort()).toEqual([...tokenScopes].sort())
})

test('every resource has a message', () => {
  expect(Object.keys(tokens.resources).sort()).toEqual(scopeResources.map(({ name }) => name).sort())
})

test.each(Object.entries(presets))('the preset %s is found by its scopes', (name, scopes) => {
  expect(scopes.every((scope) => allScopes.includes(scope))).toBe(true)
  expect(presetOf(new Set(scopes))).toBe(name)
})

test('another set of scopes is not a preset', () => expect(presetOf(new Set(['orders:read']))).toBeUndefined())
