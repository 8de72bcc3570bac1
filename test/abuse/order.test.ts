// The work that an anonymous client causes before its credential is looked up. /v1 looks it up before the body is read; the
// contract of /api/auth validates first, and so do the routes of a client secret, whose refusal of a body does not depend on it.
import { expect, test } from 'vitest'
import { BODY_LIMIT } from '#platform/http/input/body.ts'
import { COMMAS_MAX } from '#platform/http/input/text-safety.ts'
import { PROBLEMS_MAX } from '#platform/http/input/validate.ts'
import { needsCaller } from '#platform/http/recognize.ts'
import type { Route } from '#platform/http/route.ts'
import { composition } from '#server/app.ts'
import { sharedServer } from '#test/support/server.ts'

const server = await sharedServer()
const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const withBody = composition.routes.filter(({ body }) => body !== undefined)
const isCallerFirst = ({ path, access }: Route): boolean => path.startsWith('/v1/') && needsCaller(access)
const named = (routes: readonly Route[]) => routes.map((route) => [`${route.method} ${route.path}`, route] as const)

function send({ method, path }: Route, body: string) {
  const url = path.replace(/\{[a-z_]*secret\}/, 'gh_cs_unknown').replace(/\{[a-z_]+\}/g, UNKNOWN)
  return server.request(method, url, { headers: { 'content-type': 'application/json' }, body })
}

/** A list of this many values in the first field of the body. */
function manyValues({ body }: Route, count: number): string {
  const { shape = {} } = body as unknown as { readonly shape?: object }
  return `{${JSON.stringify(Object.keys(shape)[0] ?? 'field')}:[${Array.from({ length: count }, () => '{}').join(',')}]}`
}

test.each(named(withBody.filter(isCallerFirst)))('%s refuses an anonymous client before it reads the body', async (_, route) => {
  for (const body of ['{', manyValues(route, 5), 'a'.repeat((route.bodyLimit ?? BODY_LIMIT) + 1)]) {
    const answer = await send(route, body)
    expect([answer.status, answer.roundTrips]).toEqual([401, 0])
  }
})

test.each(named(withBody.filter((route) => !isCallerFirst(route))))(
  '%s refuses an invalid body without a round trip, with 50 problems at most',
  async (_, route) => {
    const invalid = await send(route, manyValues(route, COMMAS_MAX))
    expect([200, 204]).not.toContain(invalid.status)
    expect(invalid.roundTrips).toBe(0)
    const { detail, errors = detail ?? [] } = invalid.text ? invalid.json : {}
    expect(errors.length).toBeLessThanOrEqual(PROBLEMS_MAX)
    for (const body of [manyValues(route, COMMAS_MAX + 2), '{', '['.repeat(100)]) {
      const refused = await send(route, body)
      expect([refused.status >= 400 && refused.status < 500, refused.roundTrips]).toEqual([true, 0])
    }
  },
)
