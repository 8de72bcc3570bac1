import { expect, test } from 'vitest'
import { rolesOf, rolesText } from './roles.ts'

test('roles are comma-joined, with or without spaces', () => {
  expect(rolesOf('admin, clerk,')).toEqual(['admin', 'clerk'])
})

test('built-in roles have names in words, others their own', () => {
  expect([rolesText('owner'), rolesText('admin,clerk'), rolesText('')]).toEqual(['Owner', 'Admin and clerk', ''])
})
