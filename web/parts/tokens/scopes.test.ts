import { expect, test } from 'vitest'
import { tokenScopes } from '#kernel/access.ts'
import { tokens } from '#locales/en/tokens.ts'
import { allScopes, presetOf, presets, scopeResources } from './scopes.ts'

test('every scope that a token may hold is offered, and no other', () => {
  expect([...allScopes].sort()).toEqual([...tokenScopes].sort())
})

test('every resource has its words', () => {
  expect(Object.keys(tokens.resources).sort()).toEqual(scopeResources.map(({ name }) => name).sort())
})

test.each(Object.entries(presets))('the preset %s is known by its scopes', (name, scopes) => {
  expect(scopes.every((scope) => allScopes.includes(scope))).toBe(true)
  expect(presetOf(new Set(scopes))).toBe(name)
})

test('any other set is no preset', () => expect(presetOf(new Set(['orders:read']))).toBeUndefined())
