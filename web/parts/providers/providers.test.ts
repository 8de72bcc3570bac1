import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { registry } from '#identity/providers/registry.ts'
import { arrangeProviders } from './arrangement.ts'
import { providerName } from './name.ts'
import { grantsOf } from './scopes.ts'

const known = Object.values(registry)

test.each(known)('$id has the same name as on the server, a logo, and a message for each of its scopes', ({ id, name, scopes }) => {
  expect(providerName(id)).toBe(name)
  expect(readdirSync('web/ui/brands')).toContain(`${id}.svg`)
  expect(grantsOf(scopes).further).toEqual([])
})

test.each([null, undefined, '', 'GitHub', 'constructor', 'toString', '<b>'])('%s is not the id of a provider', (id) => {
  expect(providerName(id)).toBeUndefined()
})

test('the grants of scopes are listed once and in order; an unknown scope keeps its name', () => {
  expect(grantsOf(['users.email', 'tweet.read', 'users.read', 'offline.access', 'dm.write', 'constructor'])).toEqual({
    reads: ['profile', 'email', 'posts'],
    isOffline: true,
    further: ['dm.write', 'constructor'],
  })
  expect(grantsOf(['openid'])).toEqual({ reads: [], isOffline: false, further: [] })
})

test('up to four providers are shown directly, of more the first three; the last used one is first', () => {
  const offered = (count: number) => known.slice(0, count).map(({ id }) => ({ id }))
  const shown = (count: number, last: string | null) => {
    const { first, more } = arrangeProviders(offered(count), last)
    return [first.map(({ id }) => id), more.length] as const
  }
  expect(shown(0, null)).toEqual([[], 0])
  expect(shown(4, 'github')).toEqual([['github', 'apple', 'discord', 'facebook'], 0])
  expect(shown(5, null)).toEqual([['apple', 'discord', 'facebook'], 2])
  expect(shown(18, 'zoom')).toEqual([['zoom', 'apple', 'discord'], 15])
  expect(shown(2, 'zoom')).toEqual([['apple', 'discord'], 0])
})
