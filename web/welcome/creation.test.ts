import { expect, test } from 'vitest'
import { creationOf } from './creation.ts'

test.each([
  ['unknown settings', undefined, 0, 'open'],
  ['no organization', { create: true, limit: 2 }, 0, 'open'],
  ['one organization fewer than allowed', { create: true, limit: 2 }, 1, 'open'],
  ['as many organizations as allowed', { create: true, limit: 2 }, 2, 'full'],
  ['more organizations than allowed', { create: true, limit: 2 }, 5, 'full'],
  ['creation disabled', { create: false, limit: 2 }, 0, 'disabled'],
  ['creation disabled and the limit reached', { create: false, limit: 2 }, 2, 'disabled'],
])('with %s the creation of an organization is %4$s', (_, organization, memberships, creation) => {
  expect(creationOf(organization && { organization }, memberships)).toBe(creation)
})
