import { expect, test } from 'vitest'
import { rolesText } from './roles.ts'

test('built-in roles have translated names, others keep their own', () => {
  expect([rolesText('owner'), rolesText('admin,clerk'), rolesText('')]).toEqual(['Owner', 'Admin and clerk', ''])
})
