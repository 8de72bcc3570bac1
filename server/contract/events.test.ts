import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { accountEventTypes, additionalEventTypes, webhookEventTypes } from '#contract/webhook-events.ts'
import { catalogue, events } from './events.ts'

const payload = z.object({})

test('an event for merchants has a name of the published list or of our additions, and an event with such a name is for merchants', () => {
  const table = { 'order.paid': { audience: 'merchant', payload }, 'user.created': { audience: 'operator', payload } } as const
  expect(catalogue(table)).toBe(table)
  // @ts-expect-error The list has no `order.shipped`.
  catalogue({ 'order.shipped': { audience: 'merchant', payload } })
  // @ts-expect-error Merchants can subscribe to `order.paid`.
  catalogue({ 'order.paid': { audience: 'internal', payload } })
  // @ts-expect-error And to `usage_alert.triggered`.
  catalogue({ 'usage_alert.triggered': { audience: 'internal', payload } })
  // @ts-expect-error Only the operator can subscribe to `user.created`.
  catalogue({ 'user.created': { audience: 'merchant', payload } })
  // @ts-expect-error The operator cannot subscribe to `user.renamed`.
  catalogue({ 'user.renamed': { audience: 'operator', payload } })
})

test('every event of the catalogue that merchants receive is one of the published names or of our additions', () => {
  const forMerchants = Object.entries(events).flatMap(([name, { audience }]) => (audience === 'merchant' ? [name] : []))
  expect(forMerchants.length).toBeGreaterThan(0)
  const known: readonly string[] = [...webhookEventTypes, ...additionalEventTypes]
  expect(forMerchants.filter((name) => !known.includes(name))).toEqual([])
  expect(additionalEventTypes.filter((name) => !forMerchants.includes(name))).toEqual([])
})

test('the events for the operator are those to which its endpoints may subscribe', () => {
  const forOperator = Object.entries(events).flatMap(([name, { audience }]) => (audience === 'operator' ? [name] : []))
  expect(forOperator.toSorted()).toEqual(accountEventTypes.toSorted())
})

test('every event that an endpoint may subscribe to is named by a rule, a job or an action', () => {
  const paths = globSync('server/*/**/{rules,changes,jobs,plan,actions/*}.ts').filter((path) => !path.endsWith('.test.ts'))
  const sources = paths.map((path) => readFileSync(path, 'utf8'))
  expect(webhookEventTypes.filter((name) => !sources.some((source) => source.includes(`'${name}'`)))).toEqual([])
})
