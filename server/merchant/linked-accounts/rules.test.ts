import { describe, expect, test } from 'vitest'
import { guildOfText, isRefreshDue, toGuildText } from './rules.ts'
import { fromDetails, type LinkState, parseCallback, toDetails } from './state.ts'

const now = new Date('2026-03-12T14:20:00.000Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

describe('a guild token', () => {
  const text = toGuildText({ organizationId: 'acme', guildId: '41', expiresAt: later(600) })

  test.each([
    ['at once', text, 'acme', 0, '41'],
    ['until it expires', text, 'acme', 599, '41'],
    ['no longer when it expires', text, 'acme', 600, undefined],
    ['never for another organization', text, 'other', 0, undefined],
    ['for ever without an expiry', toGuildText({ organizationId: 'acme', guildId: '41', expiresAt: null }), 'acme', 1e9, '41'],
  ])('names its guild %s', (_, plain, organizationId, seconds, guildId) => {
    expect(guildOfText(plain, { organizationId, now: later(seconds) })).toBe(guildId)
  })
})

test.each([
  ['without a known expiry', null, false],
  ['that expires in two minutes', later(120), false],
  ['that expires in a minute', later(60), true],
  ['that has expired', later(-1), true],
])('isRefreshDue of a token %s', (_, expiresAt, isDue) => {
  expect(isRefreshDue(expiresAt, now)).toBe(isDue)
})

describe('a state', () => {
  const states: LinkState[] = [
    { provider: 'discord', owner: { kind: 'customer', organizationId: 'acme', customerId: 'ada' }, codeVerifier: 'v' },
    { provider: 'github', owner: { kind: 'organization', organizationId: 'acme', startedBy: { userId: 'maya' } }, codeVerifier: 'v' },
    { provider: 'github', owner: { kind: 'organization', organizationId: 'acme', startedBy: { tokenId: 'deploy' } }, codeVerifier: 'v' },
  ]

  test.each(states)('is read as it was stored, with a sealed verifier: $provider', (state) => {
    const details = toDetails(state, (plain) => `sealed ${plain}`)
    expect(details['codeVerifier']).toBe('sealed v')
    expect(fromDetails(details, (sealed) => sealed.replace('sealed ', ''))).toEqual(state)
    expect(fromDetails(details, () => null)).toBeUndefined()
    expect(fromDetails({ ...details, customerId: null, userId: null, tokenId: null }, () => 'v')).toBeUndefined()
    expect(fromDetails({ provider: state.provider }, () => 'v')).toBeUndefined()
  })
})

test.each([
  ['a code and a state', { code: 'c', state: 's', guild_id: '41' }, { code: 'c', state: 's' }],
  ['an error and a state', { error: 'access_denied', state: 's' }, { code: undefined, state: 's' }],
  ['an empty code', { code: '', state: 's' }, { code: undefined, state: 's' }],
  ['no state', { code: 'c' }, undefined],
  ['a repeated state', { code: 'c', state: ['s', 't'] }, undefined],
  ['a repeated code', { code: ['c', 'd'], state: 's' }, undefined],
  ['a code that is too long', { code: 'c'.repeat(2049), state: 's' }, undefined],
])('parseCallback reads %s', (_, query, fields) => {
  expect(parseCallback(query)).toEqual(fields)
})
