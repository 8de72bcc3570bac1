// People for tests: each with an address of their own, signed up through the door that everybody uses.
import { createAdministrator } from '#identity/passwords/index.ts'
import { randomText } from '#kernel/token.ts'
import type { TestAnswer, TestRequest, TestServer } from './server.ts'

/** The password of everybody here. */
export const PASSWORD = 'correct horse battery'

/** A person who is signed in: their cookie and token, and requests made as them. */
export interface TestUser {
  readonly id: string
  readonly email: string
  readonly name: string
  /** The unsigned token: `Authorization: Bearer`. */
  readonly token: string
  /** The `Cookie` header of their browser. */
  readonly cookie: string
  /** A request with their cookie and the server's own origin. */
  request(method: Parameters<TestServer['request']>[0], url: string, sent?: TestRequest): Promise<TestAnswer>
}

/** An organization with its maker, who is its owner and has it as their active one. */
export interface TestOrganization {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly owner: TestUser
}

/** An address that nobody has. */
export function newAddress(): string {
  return `${randomText(12).toLowerCase()}@example.test`
}

/** A slug that nobody has. */
export function newSlug(): string {
  return `shop-${randomText(10).toLowerCase()}`
}

/** The pair `name=value` of each cookie that an answer sets and does not clear: a `Cookie` header. */
export function cookieHeader(answer: TestAnswer): string {
  return [...answer.cookies.values()]
    .filter((line) => !/; Max-Age=0(;|$)/.test(line))
    .map((line) => line.split(';', 1)[0])
    .join('; ')
}

/** Signs somebody new up. */
export async function aUser(server: TestServer, wishes: { readonly email?: string; readonly name?: string } = {}): Promise<TestUser> {
  const { email = newAddress(), name = 'Ada Byron' } = wishes
  const answer = await server.request('POST', '/api/auth/sign-up/email', { body: { name, email, password: PASSWORD } })
  if (answer.status !== 200) throw new Error(`Signing ${email} up was answered ${answer.status}: ${answer.text}`)
  const cookie = cookieHeader(answer)
  const request: TestUser['request'] = (method, url, sent = {}) =>
    server.request(method, url, { ...sent, headers: { cookie, origin: server.settings.BASE_URL, ...sent.headers } })
  return { id: answer.json.user.id, email: answer.json.user.email, name, token: answer.json.token, cookie, request }
}

/** Makes an organization of somebody new, or of `owner`. */
export async function anOrganization(server: TestServer, owner?: TestUser, slug: string = newSlug()): Promise<TestOrganization> {
  const person = owner ?? (await aUser(server))
  const name = 'Byron and Daughters'
  const answer = await person.request('POST', '/api/auth/organization/create', { body: { name, slug } })
  if (answer.status !== 200) throw new Error(`Making ${slug} was answered ${answer.status}: ${answer.text}`)
  return { id: answer.json.id, slug, name, owner: person }
}

/** Somebody new who administers the platform, signed in anew since; with an address that nobody has, unless one is wished for. */
export async function anAdministrator(server: TestServer, email: string = newAddress()): Promise<TestUser> {
  const person = await aUser(server, { email, name: 'Grace Hopper' })
  await createAdministrator(server.platform, { email: person.email, name: person.name, password: null, now: server.clock.now() })
  const answer = await server.request('POST', '/api/auth/sign-in/email', { body: { email: person.email, password: PASSWORD } })
  const cookie = cookieHeader(answer)
  const request: TestUser['request'] = (method, url, sent = {}) =>
    server.request(method, url, { ...sent, headers: { cookie, origin: server.settings.BASE_URL, ...sent.headers } })
  return { ...person, token: answer.json.token, cookie, request }
}
