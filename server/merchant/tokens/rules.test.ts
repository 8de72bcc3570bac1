import { expect, test } from 'vitest'
import { tokenScopes } from '#kernel/access.ts'
import { type AccessToken, isTokenLive } from './model.ts'
import { createToken, isUseNoted, LIFE_MAXIMUM_SECONDS, updateToken } from './rules.ts'
import { organizationAccessToken, organizationAccessTokenCreate, toAccessTokenWire, toTokenDraft } from './wire.ts'

const now = new Date('2026-03-12T14:20:00.000Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const made = {
  id: '0195894c-7a10-7000-8000-000000000001',
  organizationId: '0195894c-7a10-7000-8000-000000000002',
  heldScopes: tokenScopes,
  now,
}

function draft(body: object) {
  return toTokenDraft(organizationAccessTokenCreate.parse({ comment: 'CI', scopes: ['products:read'], ...body }))
}

test.each([
  [{}, null],
  [{ expires_in: null }, null],
  [{ expires_in: 3600 }, after(3600)],
  [{ expires_in: 'P30D' }, after(30 * 86_400)],
  [{ expires_in: 'P1WT1H5M' }, after(604_800 + 3_900)],
])('a token asked for with %j ends at %s', (body, end) => {
  expect(createToken(draft(body), made).expiresAt).toEqual(end)
})

test.each([{ expires_in: 0 }, { expires_in: LIFE_MAXIMUM_SECONDS + 1 }, { expires_in: 'P9999W' }])('a life of %j is refused', (body) => {
  expect(() => createToken(draft(body), made)).toThrow('ten years')
})

test.each(['P', 'P1Y', 'PT', '30D', 'P1M', 'PT1.5H', '-P1D'])('%s is no duration', (expires_in) => {
  expect(organizationAccessTokenCreate.safeParse({ comment: 'CI', scopes: ['products:read'], expires_in }).success).toBe(false)
})

test.each([{ scopes: [] }, { scopes: ['admin'] }, { comment: '' }, { scopes: 'products:read' }])(
  'a token asked for with %j is refused',
  (body) => {
    expect(organizationAccessTokenCreate.safeParse({ comment: 'CI', scopes: ['products:read'], ...body }).success).toBe(false)
  },
)

test('nobody gives what they do not hold', () => {
  const reader = { ...made, heldScopes: ['products:read'] as const }
  expect(() => createToken(draft({ scopes: ['products:read', 'orders:read'] }), reader)).toThrow('orders:read')
  const token = createToken(draft({ scopes: ['products:read', 'orders:read'] }), made)
  expect(() => updateToken(token, { scopes: ['products:write'] }, reader)).toThrow('products:write')
  expect(updateToken(token, { scopes: ['orders:read'] }, reader).scopes).toEqual(['orders:read'])
})

test('an update keeps what it leaves out', () => {
  const token = createToken(draft({}), made)
  expect(updateToken(token, { comment: null }, { heldScopes: tokenScopes, now: after(5) })).toEqual({ ...token, modifiedAt: after(5) })
})

test.each([
  [null, true],
  [after(1), true],
  [now, false],
  [after(-1), false],
])('a token that ends at %s is live: %s', (expiresAt, isLive) => {
  expect(isTokenLive({ expiresAt }, now)).toBe(isLive)
})

test('a use is written down once a minute', () => {
  expect([null, after(-59), after(-60)].map((lastUsedAt) => isUseNoted({ lastUsedAt }, now))).toEqual([true, false, true])
})

test('the wire never carries a secret', () => {
  const token: AccessToken & { digest: string } = { ...createToken(draft({}), made), digest: 'hidden' }
  const wire = organizationAccessToken.parse(toAccessTokenWire(token))
  expect(Object.keys(wire).sort()).toEqual([
    'comment',
    'created_at',
    'expires_at',
    'id',
    'last_used_at',
    'modified_at',
    'organization_id',
    'scopes',
  ])
})
