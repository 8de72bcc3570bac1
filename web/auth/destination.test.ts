import { expect, test } from 'vitest'
import { destinationOf } from './destination.ts'

test.each([
  ['/invitations/7?x=1', { kind: 'invitation', id: '7' }],
  ['/dashboard/northwind/orders?page=2', { kind: 'organization', slug: 'northwind' }],
  ['/dashboard/northwind#top', { kind: 'organization', slug: 'northwind' }],
  ['/account/email', { kind: 'account' }],
  ['/admin', { kind: 'administration' }],
  ['/dashboard', null],
  ['/welcome', null],
  ['/invitations/', null],
  [undefined, null],
])('a user who requested %j continues to %j', (page, destination) => {
  expect(destinationOf(page)).toEqual(destination)
})
