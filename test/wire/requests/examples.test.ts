// What the reference page shows of /v1 besides schemas: a summary of every operation, and examples of every body that the server accepts.
import { expect, test } from 'vitest'
import { composition } from '#server/app.ts'

const routes = composition.routes.filter(({ path }) => path.startsWith('/v1/'))
const withBody = routes.filter(({ body }) => body !== undefined)

test('every operation of /v1 has a summary', () => {
  expect(routes.length).toBeGreaterThan(30)
  expect(routes.filter(({ summary }) => !/^[A-Z].{10,}\.$/.test(summary)).map(({ name }) => name)).toEqual([])
})

test.each(withBody.map((route) => [route.name, route] as const))('the body of %s has examples, which are accepted', (_, { body }) => {
  const examples = body?.meta()?.['examples'] as readonly unknown[] | undefined
  expect(examples?.length).toBeGreaterThan(0)
  expect(examples?.filter((example) => body?.safeParse(example).success !== true)).toEqual([])
})
