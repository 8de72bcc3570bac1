import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tokenScopes } from '#contract/access.ts'
import { isToken, newToken, prefixes, tokenFrom } from '#contract/token.ts'
import { type AccessToken, isTokenLive } from './model.ts'
import { create, isUseRecorded, LIFE_MAXIMUM_SECONDS, update } from './rules.ts'
import { organizationAccessToken, organizationAccessTokenCreate, toAccessTokenWire, toTokenDraft } from './wire.ts'

const now = new Date('2026-03-12T14:20:00.000Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const context = {
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
])('a token created with %j expires at %s', (body, end) => {
  expect(create(draft(body), context).expiresAt).toEqual(end)
})

test.each([{ expires_in: 0 }, { expires_in: LIFE_MAXIMUM_SECONDS + 1 }, { expires_in: 'P9999W' }])(
  'a lifetime of %j is refused',
  (body) => {
    expect(() => create(draft(body), context)).toThrow('ten years')
  },
)

test.each(['P', 'P1Y', 'PT', '30D', 'P1M', 'PT1.5H', '-P1D'])('%s is not a duration', (expires_in) => {
  expect(organizationAccessTokenCreate.safeParse({ comment: 'CI', scopes: ['products:read'], expires_in }).success).toBe(false)
})

test.each([{ scopes: [] }, { scopes: ['admin'] }, { comment: '' }, { scopes: 'products:read' }])(
  'a token created with %j is refused',
  (body) => {
    expect(organizationAccessTokenCreate.safeParse({ comment: 'CI', scopes: ['products:read'], ...body }).success).toBe(false)
  },
)

test('a user can grant only scopes that they hold', () => {
  const reader = { ...context, heldScopes: ['products:read'] as const }
  expect(() => create(draft({ scopes: ['products:read', 'orders:read'] }), reader)).toThrow('orders:read')
  const token = create(draft({ scopes: ['products:read', 'orders:read'] }), context)
  expect(() => update(token, { scopes: ['products:write'] }, reader)).toThrow('products:write')
  expect(update(token, { scopes: ['orders:read'] }, reader).scopes).toEqual(['orders:read'])
})

test('an update keeps omitted fields; one that changes nothing is the same token', () => {
  const token = create(draft({}), context)
  const by = { heldScopes: tokenScopes, now: after(5) }
  expect(update(token, { comment: 'Deploys' }, by)).toEqual({ ...token, comment: 'Deploys', modifiedAt: after(5) })
  expect(update(token, { comment: null }, by)).toBe(token)
})

test.each([
  [null, true],
  [after(1), true],
  [now, false],
  [after(-1), false],
])('a token that expires at %s is live: %s', (expiresAt, isLive) => {
  expect(isTokenLive({ expiresAt }, now)).toBe(isLive)
})

test('a use is recorded once a minute', () => {
  expect([null, after(-59), after(-60)].map((lastUsedAt) => isUseRecorded({ lastUsedAt }, now))).toEqual([true, false, true])
})

test('the wire form never has a secret', () => {
  const token: AccessToken & { digest: string } = { ...create(draft({}), context), digest: 'hidden' }
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

test('the patterns that the guide gives to secret scanners match every secret, and its example has the checksum it says', () => {
  const guide = readFileSync('docs/guides/secret-scanners.md', 'utf8')
  const patterns = [...guide.matchAll(/^\| [^|]+ \| `([^`]+)` \|/gm)].map(([, pattern = '']) => new RegExp(`\\b${pattern}\\b`))
  for (const prefix of [prefixes.organizationToken, prefixes.customerSession, prefixes.checkout])
    expect(patterns.filter((pattern) => pattern.test(`token = "${newToken(prefix)}"`))).toHaveLength(1)
  const example = /`(gh_oat_a{37}\w{6})`/.exec(guide)?.[1] ?? ''
  expect(example).toBe(tokenFrom(prefixes.organizationToken, 'a'.repeat(37)))
  expect(isToken(prefixes.organizationToken, example.replace(/.$/, '0'))).toBe(false)
})
