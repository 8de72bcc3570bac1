import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineRefusals, refuse } from '#kernel/refusal.ts'
import { movableClock } from '#platform/clock.ts'
import { testPlatform } from '#test/support/platform.ts'
import { route } from './route.ts'
import { buildServer } from './serve.ts'
import type { Answered } from './visit.ts'

const refusals = defineRefusals({
  taken: { status: 422, sentence: 'This name is taken' },
  NotOpen: { status: 403, sentence: 'It is not open.' },
})
const thing = z.object({ name: z.string().min(2), count: z.int().min(1) })

const routes = [
  route({
    method: 'POST',
    path: '/api/auth/things',
    name: 'things:make',
    summary: 'Makes a thing.',
    access: 'public',
    body: thing,
    answer: thing,
    transaction: 'none',
    handle: async ({ body }) => (body.name === 'taken' ? refuse(refusals.taken) : body),
  }),
  route({
    method: 'POST',
    path: '/v1/things/',
    name: 'things:create',
    summary: 'Makes a thing.',
    access: 'public',
    body: thing,
    answer: thing,
    status: 201,
    handle: async ({ body }) => (body.name === 'closed' ? refuse(refusals.NotOpen) : body),
  }),
]

async function server(answered: Answered[] = []) {
  const platform = await testPlatform({ clock: movableClock(new Date('2026-03-01T12:00:00Z')) })
  return buildServer({ platform, routes, callers: [], onAnswered: (each) => answered.push(each) })
}

test('a thing is made in both halves', async () => {
  const answered: Answered[] = []
  const { app, stop } = await server(answered)
  const auth = await app.inject({ method: 'POST', url: '/api/auth/things', payload: { name: 'Ada', count: 1, more: true } })
  const v1 = await app.inject({ method: 'POST', url: '/v1/things', payload: { name: 'Ada', count: 1, more: true } })
  expect([auth.statusCode, auth.body, v1.statusCode, v1.body]).toEqual([200, '{"name":"Ada","count":1}', 201, '{"name":"Ada","count":1}'])
  expect(v1.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' })
  expect(answered.map((each) => [each.name, each.status, each.messages])).toEqual([
    ['things:make', 200, 0],
    ['things:create', 201, 2],
  ])
  await stop()
})
