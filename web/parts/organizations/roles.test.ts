import { expect, test } from 'vitest'
import { rolesOf, rolesText } from './roles.ts'

test('roles are separated by commas, with or without spaces', () => {
  expect(rolesOf('admin, clerk,')).toEqual(['admin', 'clerk'])
})

test('built-in roles have translated names, others keep their own', () => {
  expect([rolesText('owner'), rolesText('admin,clerk'), rolesText('')]).toEqual(['Owner', 'Admin and clerk', ''])
})
