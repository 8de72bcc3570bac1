import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { registry } from '#identity/providers/registry.ts'
import { providerName } from './name.ts'
import { arranged } from './order.ts'
import { grantedBy } from './scopes.ts'

const known = Object.values(registry)

test.each(known)('$id has the same name here, a mark, and words for what it is asked for', ({ id, name, scopes }) => {
  expect(providerName(id)).toBe(name)
  expect(readdirSync('web/ui/brands')).toContain(`${id}.svg`)
  expect(grantedBy(scopes).further).toEqual([])
})

test.each([null, undefined, '', 'GitHub', 'constructor', 'toString', '<b>'])('%s is the name of no provider', (id) => {
  expect(providerName(id)).toBeUndefined()
})

test('what scopes allow is told once and in order; a right without words keeps its name', () => {
  expect(grantedBy(['users.email', 'tweet.read', 'users.read', 'offline.access', 'dm.write', 'constructor'])).toEqual({
    reads: ['profile', 'email', 'posts'],
    isLasting: true,
    further: ['dm.write', 'constructor'],
  })
  expect(grantedBy(['openid'])).toEqual({ reads: [], isLasting: false, further: [] })
})

test('up to four providers stand in line, of more the first three; the last used one leads', () => {
  const offered = (count: number) => known.slice(0, count).map(({ id }) => ({ id }))
  const shown = (count: number, last: string | null) => {
    const { first, more } = arranged(offered(count), last)
    return [first.map(({ id }) => id), more.length] as const
  }
  expect(shown(0, null)).toEqual([[], 0])
  expect(shown(4, 'github')).toEqual([['github', 'apple', 'discord', 'facebook'], 0])
  expect(shown(5, null)).toEqual([['apple', 'discord', 'facebook'], 2])
  expect(shown(18, 'zoom')).toEqual([['zoom', 'apple', 'discord'], 15])
  expect(shown(2, 'zoom')).toEqual([['apple', 'discord'], 0])
})
