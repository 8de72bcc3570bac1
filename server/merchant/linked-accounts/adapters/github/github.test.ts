import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { StandInRepository } from '#test/providers/github-stand-in.ts'
import { platformFor, type Services, startServices } from '#test/providers/services.ts'
import { done } from '../../call-outcome.ts'
import { checkRepository, giveByMerchant, lowerPermission, setPermission, takeRepositoryAccess } from '../access.ts'
import { servicesOf } from '../services.ts'
import type { Github } from './github.ts'

const [ADA, MERCHANT] = [583231, 77]
const repository = { id: undefined, owner: 'acme', name: 'templates' }
const access = { repository, accountId: String(ADA) }

let services: Services
let github: Github
let stored: StandInRepository
const installations = () => services.requests.filter((line) => line.endsWith('access_tokens')).length

beforeEach(async () => {
  services = await startServices()
  stored = services.github.addRepository('Acme', 'Templates')
  services.github.accounts.set(ADA, 'ada').set(MERCHANT, 'maya')
  stored.collaborators.set(MERCHANT, 'admin')
  github = servicesOf(platformFor(services)).github as Github
})
afterEach(async () => {
  expect(services.faults).toEqual([])
  await services.close()
})

test('a token of an installation is used until shortly before it expires, and replaced once where GitHub refuses it', async () => {
  expect(await github.readRepository(repository)).toEqual(
    done({ id: String(stored.id), owner: 'Acme', name: 'Templates', isArchived: false }),
  )
  services.clock.advance(3000)
  await github.readLogin(repository, String(ADA))
  expect(installations()).toBe(1)
  services.clock.advance(400)
  await github.readLogin(repository, String(ADA))
  expect(installations()).toBe(2)
  services.github.tokens.clear()
  expect(await github.readLogin(repository, String(ADA))).toEqual(done('ada'))
  expect(installations()).toBe(3)
  services.force({ status: 401, at: /user/, times: 2 })
  expect(await github.readLogin(repository, String(ADA))).toMatchObject({ kind: 'permanent' })
})

test('the address to install the app is that of the app', async () => {
  expect(await github.readInstallUrl()).toEqual(done('https://github.com/apps/guildhall/installations/new'))
})

test('permissions are told apart by their exact names', async () => {
  for (const [role, permission] of Object.entries({
    read: 'pull',
    triage: 'triage',
    write: 'push',
    maintain: 'maintain',
    admin: 'admin',
  })) {
    stored.collaborators.set(ADA, role)
    expect(await github.readPermission({ repository, login: 'ada' })).toEqual(done(permission))
  }
  stored.collaborators.delete(ADA)
  expect(await github.readPermission({ repository, login: 'ada' })).toEqual(done(undefined))
  expect(await github.readPermission({ repository, login: 'no-such-user' })).toEqual(done(undefined))
})

describe('giving access', () => {
  test('invites the account by its present name; repeating it sends no second invitation', async () => {
    services.github.accounts.set(ADA, 'ada-lovelace')
    for (const _ of [1, 2]) expect(await setPermission(github, { ...access, permission: 'push' })).toEqual(done('invited'))
    expect(stored.invitations).toMatchObject([{ accountId: ADA, permission: 'write' }])
  })

  test('with another permission changes the invitation in place, and later the access', async () => {
    await setPermission(github, { ...access, permission: 'pull' })
    expect(await setPermission(github, { ...access, permission: 'maintain' })).toEqual(done('invited'))
    expect(stored.invitations).toMatchObject([{ permission: 'maintain' }])
    services.github.accept(stored, ADA)
    expect(await setPermission(github, { ...access, permission: 'maintain' })).toEqual(done('granted'))
    expect(await setPermission(github, { ...access, permission: 'triage' })).toEqual(done('granted'))
    expect(stored.collaborators.get(ADA)).toBe('triage')
  })

  test('that is lowered changes what is higher, and neither raises a permission nor invites an account that has none', async () => {
    expect(await lowerPermission(github, { ...access, permission: 'pull' })).toEqual(done('granted'))
    expect([stored.invitations, stored.collaborators.has(ADA)]).toEqual([[], false])
    stored.collaborators.set(ADA, 'admin')
    for (const permission of ['push', 'maintain'] as const) await lowerPermission(github, { ...access, permission })
    expect(stored.collaborators.get(ADA)).toBe('write')
  })

  test('invites again after an invitation has expired', async () => {
    await setPermission(github, { ...access, permission: 'pull' })
    for (const invitation of stored.invitations) invitation.expired = true
    expect(await setPermission(github, { ...access, permission: 'pull' })).toEqual(done('invited'))
    expect(stored.invitations).toHaveLength(2)
  })

  test('finds an invitation on a later page', async () => {
    for (let id = 1; id <= 120; id += 1) stored.invitations.push({ id, accountId: 10_000 + id, permission: 'read', expired: false })
    stored.invitations.push({ id: 500, accountId: ADA, permission: 'read', expired: false })
    expect(await github.findInvitation(repository, String(ADA))).toEqual(done({ id: '500', permission: 'pull' }))
  })

  test('is permanent where the app is not installed, may not administer the repository, or the account is gone', async () => {
    services.github.accounts.delete(ADA)
    expect(await setPermission(github, { ...access, permission: 'pull' })).toMatchObject({ kind: 'permanent' })
    stored.isInstalled = false
    expect(await setPermission(github, { ...access, permission: 'pull' })).toMatchObject({ kind: 'permanent' })
    const fresh = services.github.addRepository('acme', 'other')
    fresh.isAdministered = false
    const other = { ...access, repository: { ...repository, name: 'other' } }
    expect(await setPermission(github, { ...other, permission: 'pull' })).toMatchObject({
      kind: 'permanent',
      code: 'app_permission_missing',
      sentence: 'The GitHub app lacks the permission to administer this repository.',
    })
  })
})

test('taking access deletes an invitation or removes the collaborator; what is gone already is done', async () => {
  await setPermission(github, { ...access, permission: 'pull' })
  expect(await takeRepositoryAccess(github, access)).toEqual(done())
  expect(stored.invitations).toEqual([])
  stored.collaborators.set(ADA, 'read')
  for (const _ of [1, 2]) expect(await takeRepositoryAccess(github, access)).toEqual(done())
  expect([...stored.collaborators.keys()]).toEqual([MERCHANT])
})

test('a repository is checked for the app and for the merchant, who has to administer it', async () => {
  const merchant = { repository, accountId: String(MERCHANT) }
  expect(await checkRepository(github, merchant)).toMatchObject(done({ id: String(stored.id), owner: 'Acme', name: 'Templates' }))
  stored.collaborators.set(MERCHANT, 'maintain')
  expect(await checkRepository(github, merchant)).toMatchObject({ kind: 'permanent', code: 'merchant_not_administrator' })
  stored.isArchived = true
  expect(await checkRepository(github, merchant)).toMatchObject({ kind: 'permanent', code: 'repository_archived' })
})

describe('a repository that was chosen by its id', () => {
  const chosen = () => ({ ...access, repository: { ...repository, id: String(stored.id) } })
  const give = () => giveByMerchant(github, { ...chosen(), permission: 'pull', merchantAccountId: String(MERCHANT) })

  test('is found by its earlier name after it was renamed, for giving and for taking', async () => {
    expect(await give()).toEqual(done('invited'))
    services.github.rename(stored, 'Forms')
    services.github.tokens.clear()
    expect(await give()).toEqual(done('invited'))
    expect(stored.invitations).toHaveLength(1)
    expect(await takeRepositoryAccess(github, chosen())).toEqual(done())
    expect(stored.invitations).toEqual([])
  })

  test('is not the one that got its name since: nothing is given there, and nothing taken', async () => {
    services.github.rename(stored, 'Forms')
    const other = services.github.addRepository('acme', 'templates')
    other.collaborators.set(MERCHANT, 'admin').set(ADA, 'read')
    expect(await give()).toMatchObject({ kind: 'permanent', code: 'repository_replaced' })
    expect(await takeRepositoryAccess(github, chosen())).toMatchObject({ kind: 'permanent', code: 'repository_replaced' })
    expect([other.invitations, [...other.collaborators.keys()]]).toEqual([[], [MERCHANT, ADA]])
  })

  test('gives nothing once the account of the merchant no longer administers it, and takes all the same', async () => {
    await give()
    stored.collaborators.set(MERCHANT, 'maintain')
    const account = { ...chosen(), accountId: '78' }
    services.github.accounts.set(78, 'grace')
    expect(await giveByMerchant(github, { ...account, permission: 'pull', merchantAccountId: String(MERCHANT) })).toMatchObject({
      kind: 'permanent',
      code: 'merchant_not_administrator',
    })
    expect(await takeRepositoryAccess(github, chosen())).toEqual(done())
    expect(stored.invitations).toEqual([])
  })

  test('a redirect to another host is not followed', async () => {
    await github.readRepository(repository)
    services.force({ status: 301, headers: { location: 'https://example.com/repositories/9000' }, at: /GET .*templates/ })
    expect(await github.readRepository(repository)).toMatchObject({ kind: 'permanent', code: 'request_refused' })
  })
})

test.each([
  ['503', { status: 503 }, null],
  ['429', { status: 429, headers: { 'retry-after': '30' } }, 30],
  ['403 of the secondary limit', { status: 403, headers: { 'retry-after': '60' } }, 60],
  ['403 of the hourly limit', { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1772370000' } }, 3600],
  ['closed connection', { status: 'cut' }, null],
] as const)('a %s is transient', async (_, answer, retryAfterSeconds) => {
  await github.readRepository(repository)
  services.force({ ...answer, at: /collaborators/ })
  expect(await github.removeCollaborator({ repository, login: 'ada' })).toMatchObject({ kind: 'transient', retryAfterSeconds })
})

test('an account is linked by its id and name alone: no scope is asked for, and no token is returned', async () => {
  const oauth = servicesOf(platformFor(services)).githubOauth
  const request = { codeVerifier: 'v'.repeat(64), redirectUri: 'https://guildhall.test/callback' }
  const url = oauth?.authorizationUrl({ ...request, state: 's' }) ?? ''
  expect(new URL(url).searchParams.has('scope')).toBe(false)
  const code = new URL(services.github.authorize(url, { accountId: String(ADA) })).searchParams.get('code') ?? ''
  expect(await oauth?.exchangeCode({ ...request, code })).toEqual(done({ accountId: String(ADA), accountName: 'ada', tokens: null }))
  expect(await oauth?.exchangeCode({ ...request, code })).toMatchObject({ kind: 'permanent' })
})
