import { expect, test } from 'vitest'
import { type CustomerGrant, grantStatus, needsAccount, providerOf } from './grant.ts'

const fields = { id: 'g', benefitId: 'b', grantedAt: null, revokedAt: null, isGranted: false, isRevoked: false }
const of = (type: string, changes: object = {}, properties: object = {}) =>
  ({ ...fields, ...changes, benefit: { id: 'b', type, description: 'A benefit', properties: {} }, properties }) as unknown as CustomerGrant
const error = (type: string) => ({ message: 'The role is missing', type })

test.each([
  ['a note that is granted', of('custom', { isGranted: true }), 'good'],
  ['a role without an account', of('discord'), 'warn'],
  ['a role with a chosen account', of('discord', {}, { account_id: '1' }), 'info'],
  ['a repository whose account was refused', of('github_repository', { error: error('PERMANENT') }, { account_id: '1' }), 'bad'],
  ['a role whose account left the server', of('discord', { error: error('ACTION_REQUIRED') }, { account_id: '1' }), 'warn'],
  ['files that are prepared', of('downloadables'), 'info'],
  ['a role that has ended', of('discord', { isRevoked: true }), 'ended'],
] as const)('%s has its own tone', (_, grant, tone) => {
  expect(grantStatus(grant).tone).toBe(tone)
})

test('only roles and repositories that are neither granted nor ended need an account', () => {
  const all = [
    of('discord'),
    of('github_repository'),
    of('license_keys'),
    of('discord', { isGranted: true }),
    of('discord', { isRevoked: true }),
  ]
  expect(all.map(needsAccount)).toEqual([true, true, false, false, false])
  expect(all.map(providerOf)).toEqual(['discord', 'github', null, 'discord', 'discord'])
})
