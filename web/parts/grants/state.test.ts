import { expect, test } from 'vitest'
import { fixOf, grantState } from './state.ts'

const at = '2026-11-26T10:00:00Z'
const error = (type: string) => ({ type, code: null, message: 'It failed.', timestamp: at })

test.each([
  ['of a grant that was not attempted yet', { error: null, isGranted: false, isRevoked: false }, 'pending'],
  ['of a grant in effect', { error: null, isGranted: true, isRevoked: false }, 'granted'],
  ['of a revoked grant', { error: null, isGranted: false, isRevoked: true }, 'revoked'],
  ['of a customer without a linked account', { error: error('ACTION_REQUIRED'), isGranted: false, isRevoked: false }, 'waiting'],
  ['of a grant in effect whose change failed', { error: error('PERMANENT'), isGranted: true, isRevoked: false }, 'failed'],
] as const)('the state %s is named', (_, grant, state) => {
  expect(grantState(grant)).toBe(state)
})

test.each([
  ['a customer has to link a Discord account', 'ACTION_REQUIRED', 'discord', false, 'waiting.discord'],
  ['GitHub refuses the repository', 'PERMANENT', 'github_repository', false, 'failed.github'],
  ['a service is down', 'TRANSIENT', 'discord', false, 'transient'],
  ['a service was down for long', 'RETRIES_EXHAUSTED', 'discord', false, 'failed.discord'],
  ['access was not removed', 'PERMANENT', 'discord', true, 'revocation'],
  ['something else failed', 'PERMANENT', 'custom', false, 'failed.other'],
] as const)('where %s, the fix is named', (_, type, benefit, isRevoked, fix) => {
  expect(fixOf({ error: error(type), isGranted: false, isRevoked, benefit: { type: benefit } })).toBe(fix)
})
