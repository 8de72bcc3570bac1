// Users for tests: each has a unique email and signs up through the public API.

import { randomText } from '#contract/token.ts'
import { createAdministrator } from '#identity/passwords/index.ts'
import type { TestAnswer, TestRequest, TestServer } from './server.ts'

/** The password of all test users. */
export const PASSWORD = 'correct horse battery'

/** A signed-in user with cookie, token and requests. */
export interface TestUser {
  readonly id: string
  readonly email: string
  readonly name: string
  /** The unsigned token: `Authorization: Bearer`. */
  readonly token: string
  /** The `Cookie` header of the user's browser. */
  readonly cookie: string
  /** Sends a request with the user's cookie and the server's own origin. */
  request(method: Parameters<TestServer['request']>[0], url: string, sent?: TestRequest): Promise<TestAnswer>
}

/** An organization with its owner, whose session has it as the active organization. */
export interface TestOrganization {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly owner: TestUser
}

/** An unused email. */
export function uniqueEmail(): string {
  return `${randomText(12).toLowerCase()}@example.test`
}

/** An unused slug. */
export function newSlug(): string {
  return `shop-${randomText(10).toLowerCase()}`
}

/** The cookies that an answer sets and does not clear, as a `Cookie` header. */
export function cookieHeader(answer: TestAnswer): string {
  return [...answer.cookies.values()]
    .filter((line) => !/; Max-Age=0(;|$)/.test(line))
    .map((line) => line.split(';', 1)[0])
    .join('; ')
}

/** Signs up a new user. */
export async function aUser(server: TestServer, options: { readonly email?: string; readonly name?: string } = {}): Promise<TestUser> {
  const { email = uniqueEmail(), name = 'Ada Byron' } = options
  const answer = await server.request('POST', '/api/auth/sign-up/email', { body: { name, email, password: PASSWORD } })
  if (answer.status !== 200) throw new Error(`Signing ${email} up was answered ${answer.status}: ${answer.text}`)
  const cookie = cookieHeader(answer)
  const request: TestUser['request'] = (method, url, sent = {}) =>
    server.request(method, url, { ...sent, headers: { cookie, origin: server.settings.BASE_URL, ...sent.headers } })
  return { id: answer.json.user.id, email: answer.json.user.email, name, token: answer.json.token, cookie, request }
}

/** Creates an organization of a new user, or of `owner`. */
export async function anOrganization(server: TestServer, owner?: TestUser, slug: string = newSlug()): Promise<TestOrganization> {
  const user = owner ?? (await aUser(server))
  const name = 'Byron and Daughters'
  const answer = await user.request('POST', '/api/auth/organization/create', { body: { name, slug } })
  if (answer.status !== 200) throw new Error(`Creating ${slug} was answered ${answer.status}: ${answer.text}`)
  return { id: answer.json.id, slug, name, owner: user }
}

/** Creates a platform administrator that has signed in again since, with an unused email by default. */
export async function anAdministrator(server: TestServer, email: string = uniqueEmail()): Promise<TestUser> {
  const user = await aUser(server, { email, name: 'Grace Hopper' })
  await createAdministrator(server.platform, { email: user.email, name: user.name, password: null, now: server.clock.now() })
  const answer = await server.request('POST', '/api/auth/sign-in/email', { body: { email: user.email, password: PASSWORD } })
  const cookie = cookieHeader(answer)
  const request: TestUser['request'] = (method, url, sent = {}) =>
    server.request(method, url, { ...sent, headers: { cookie, origin: server.settings.BASE_URL, ...sent.headers } })
  return { ...user, token: answer.json.token, cookie, request }
}
