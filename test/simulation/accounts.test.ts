// Any sequence of what people do with their accounts, by whoever has ever seen a cookie, a link or a password of theirs.
import { createHash, randomInt } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Passwords } from '#platform/crypto/passwords.ts'
import { newAddress } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { testServer } from '#test/support/server.ts'
import { acts, type Deed } from './acts.ts'
import { aWorld, isLive, type Kept, type World, whoHas } from './world.ts'

const RUNS = 60
const DEEDS = 25
const seed = Number(process.env['SIMULATION_SEED'] ?? randomInt(2 ** 31))

/** What hashing costs is nothing that these rules are about: some thousand passwords are checked here. */
const cheap: Passwords = {
  hash: async (password) => `cheap:${createHash('sha256').update(password).digest('hex')}`,
  verify: async (password, stored) => ({ matches: stored === (await cheap.hash(password)), isOutdated: false }),
}
const settings = { AUTO_SIGN_IN_AFTER_VERIFICATION: 'true', REVOKE_SESSIONS_ON_PASSWORD_RESET: 'true' }
const server = await testServer({ database: await ownDatabase(), passwords: cheap, settings })
const { db } = server.platform.database
afterAll(() => server.close())

const succeeded = new Set<string>()

const place = fc.nat({ max: 999_999 }).map((part) => part / 1_000_000)
// The newest are chosen more often: most of what is old is over.
const newest = place.map((part) => 1 - part ** 3 - Number.EPSILON).map((part) => Math.max(0, part))
const password = fc.constantFrom(...['one', 'two', 'three'].map((each) => `the password ${each}`))
const often = fc.constantFrom('signIn', 'forget', 'reset', 'openLink', 'openLink', 'openLink', 'changeEmail', 'changeEmail')
const any = fc.constantFrom(...(Object.keys(acts) as Deed['act'][]))
const deed = fc.record({
  act: fc.oneof(any, often as typeof any),
  email: fc.constantFrom('ada', 'bea', 'cleo'),
  username: fc.constantFrom('first', 'second', 'third'),
  password,
  newPassword: password,
  isSure: fc.boolean(),
  cookieAt: newest,
  otherAt: newest,
  linkAt: newest,
  seconds: fc.constantFrom(1, 1, 30, 30, 61, 61, 1900, 1900, 90_000, 200_000, 604_800),
})

const FIRST = {
  email: 'ada',
  username: 'first',
  password: 'the password one',
  isSure: true,
  cookieAt: 0,
  otherAt: 0,
  linkAt: 0,
  seconds: 1,
}
/** Somebody with a user name and a proven address that is about to change, and somebody with neither: what most needs is there from the beginning. */
const BEGINNING: readonly Deed[] = [
  { ...FIRST, act: 'signUp', newPassword: '' },
  { ...FIRST, act: 'askToVerify', newPassword: '' },
  { ...FIRST, act: 'openLink', newPassword: '' },
  { ...FIRST, act: 'signInByName', newPassword: '' },
  { ...FIRST, act: 'signUp', email: 'bea', isSure: false, newPassword: '' },
  { ...FIRST, act: 'changeEmail', email: 'cleo', newPassword: '' },
]

/** What a cookie shows is what is true now, whatever copy stands beside it. */
async function expectTrue(world: World, { cookie, session }: Kept): Promise<void> {
  const { json } = await server.request('GET', '/api/auth/get-session', { headers: { cookie } })
  if (!isLive(world, session)) return expect(json, 'an ended session').toBeNull()
  const { id, email, name, username, isProven } = session.owner
  expect(json?.user).toMatchObject({ id, email, name, username, emailVerified: isProven })
  session.expiresMs = Date.parse(json.session.expiresAt)
}

async function expectInvariants(world: World): Promise<void> {
  const { rows } = await sql<{ people: number; names: number; sessions: number; resets: number }>`
    select (select count(*)::int from users) as people, (select count(distinct lower(email))::int from users) as names,
      (select count(*)::int from sessions where not exists (select from users where users.id = sessions.user_id)) as sessions,
      (select coalesce(max(many), 0)::int from (
        select count(*) as many from verifications where identifier like 'reset-password:%' group by user_id) as each) as resets`.execute(
    db,
  )
  const { people } = world
  expect(rows[0]).toEqual({ people: people.size, names: people.size, sessions: 0, resets: expect.toSatisfy((most: number) => most <= 1) })
}

/** Nobody signs in by any address and any password but the present ones. */
async function expectOnlyPresentPasswords(world: World, emails: readonly string[]): Promise<void> {
  for (const email of emails) {
    for (const each of world.passwords) {
      const { status } = await server.request('POST', '/api/auth/sign-in/email', { body: { email, password: each } })
      expect([email, each, status]).toEqual([email, each, whoHas(world, email)?.password === each ? 200 : 401])
    }
  }
}

async function live(deeds: readonly Deed[]): Promise<void> {
  await db.deleteFrom('users').execute()
  const world = aWorld(server, succeeded)
  const addresses: Record<string, string> = { ada: newAddress(), bea: newAddress(), cleo: newAddress() }
  for (const each of [...BEGINNING, ...deeds]) {
    // Two letters of one instant could not be told apart.
    server.clock.advance(1)
    await acts[each.act](world, { ...each, email: addresses[each.email] ?? '' })
    const seen = world.kept[Math.floor(each.otherAt * world.kept.length)]
    if (seen) await expectTrue(world, seen)
  }
  await expectInvariants(world)
  await expectOnlyPresentPasswords(world, Object.values(addresses))
  for (const each of world.kept) await expectTrue(world, each)
}

test(
  'names stay single, sessions have people, voided secrets let nobody in, and every cookie shows what is true now',
  { timeout: 120_000 },
  () => fc.assert(fc.asyncProperty(fc.array(deed, { minLength: 5, maxLength: DEEDS, size: 'max' }), live), { numRuns: RUNS, seed }),
)

test('every call did what it is for in some of those sequences', () => {
  expect([...succeeded].sort()).toEqual([
    'change-email',
    'change-password',
    'delete-user',
    'forget-password',
    'reset-password',
    'revoke-other-sessions',
    'revoke-session',
    'revoke-sessions',
    'send-verification-email',
    'sign-in/email',
    'sign-in/username',
    'sign-out',
    'sign-up/email',
    'update-user',
    'verify-email',
    'verify-email of a change',
  ])
})
