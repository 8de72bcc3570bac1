// Every sentence of the error catalogue (specification, section 8; statuses of the auth contract) is in a table of refusals, or listed
// with the module that will add it.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { composition } from '#server/app.ts'
import { type DocumentedRefusal, readRefusals } from '../../scripts/reference/errors.ts'

type CatalogueEntry = readonly [status: number, sentence: string, module: string]

/** The sentences that operations answer, and the module of their table. 302: a value of the query parameter `error`. */
const answered: readonly CatalogueEntry[] = [
  [400, 'User not found', 'user-settings'],
  [400, 'User not found', 'passwords'],
  [400, 'Failed to get session', 'sessions'],
  [400, 'Invalid password', 'passwords'],
  [400, 'Invalid email', 'users'],
  [401, 'Invalid email or password', 'passwords'],
  [400, 'invalid token', 'passwords'],
  [404, 'invalid token', 'user-settings'],
  [404, 'Failed to get user info', 'user-settings'],
  [403, 'Email not verified', 'passwords'],
  [400, 'Password too short', 'passwords'],
  [400, 'Password too long', 'passwords'],
  [422, 'User already exists', 'users'],
  [400, 'Credential account not found', 'passwords'],
  [400, 'Session expired. Re-authenticate to perform this action.', 'user-settings'],
  [400, "You can't unlink your last account", 'social'],
  [400, 'Account not found', 'social'],
  [404, 'Provider not found', 'social'],
  [404, 'id_token not supported', 'social'],
  [401, 'invalid token', 'social'],
  [401, 'Failed to get user info', 'social'],
  [401, 'User email not found', 'social'],
  [401, 'account not linked', 'social'],
  [401, 'signup disabled', 'social'],
  [400, 'Provider {x} is not supported.', 'social'],
  [400, 'Provider {x} does not support token refreshing.', 'social'],
  [400, 'Failed to get a valid access token', 'social'],
  [400, 'Failed to refresh access token', 'social'],
  [302, 'invalid_callback_request', 'social'],
  [302, 'state_not_found', 'social'],
  [302, 'please_restart_the_process', 'social'],
  [302, 'no_code', 'social'],
  [302, 'oauth_provider_not_found', 'social'],
  [302, 'invalid_code', 'social'],
  [302, 'unable_to_get_user_info', 'social'],
  [302, 'email_not_found', 'social'],
  [302, 'account_already_linked_to_different_user', 'social'],
  [400, "Verification email isn't enabled", 'user-settings'],
  [400, 'Session not found', 'sessions'],
  [403, 'Invalid origin', 'guard'],
  [403, 'Invalid callbackURL', 'guard'],
  [403, 'Invalid redirectURL', 'guard'],
  [403, 'Invalid errorCallbackURL', 'guard'],
  [403, 'Invalid newUserCallbackURL', 'guard'],
  [403, 'Session is not fresh', 'sessions'],
  [400, 'Email and password is not enabled', 'passwords'],
  [400, "Reset password isn't enabled", 'passwords'],
  [400, 'Change email is disabled', 'user-settings'],
  [400, 'Email is the same', 'user-settings'],
  [400, "Couldn't update your email", 'user-settings'],
  [400, 'Either userId or session is required', 'passwords'],
  [400, 'user already has a password', 'passwords'],
  [404, '', 'user-settings'],
  [401, 'token_expired', 'user-settings'],
  [401, 'invalid_token', 'user-settings'],
  [401, 'user_not_found', 'user-settings'],
  [401, 'unauthorized', 'user-settings'],
  [401, 'invalid username or password', 'passwords'],
  [403, 'email not verified', 'passwords'],
  [422, 'username is already taken. please try another.', 'users'],
  [422, 'username is too short', 'users'],
  [422, 'username is too long', 'users'],
  [422, 'username is invalid', 'users'],
  [403, 'You are not allowed to create a new organization', 'organizations'],
  [403, 'You have reached the maximum number of organizations', 'organizations'],
  [400, 'Organization already exists', 'organizations'],
  [400, 'slug is taken', 'organizations'],
  [403, 'User is not a member of the organization', 'organizations'],
  [400, 'Member not found', 'organizations'],
  [403, 'You are not allowed to update this organization', 'organizations'],
  [403, 'You are not allowed to delete this organization', 'organizations'],
  [403, '', 'organizations'],
  [400, 'Organization not found', 'organizations'],
  [400, 'User is not a member of the organization', 'organizations'],
  [401, 'User is not a member of the organization', 'organizations'],
  [401, 'User not found', 'organizations'],
  [400, 'No active organization', 'organizations'],
  [400, 'You cannot leave the organization as the only owner', 'organizations'],
  [401, 'You are not allowed to delete this member', 'organizations'],
  [403, 'You are not allowed to update this member', 'organizations'],
  [403, 'Organization membership limit reached', 'organizations'],
  [400, 'Either userId or session is required', 'organizations'],
  [400, 'You cannot leave the organization as the only owner', 'user-settings'],
  [400, 'Organization ID is required', 'invitations'],
  [403, 'You are not a member of this organization', 'invitations'],
  [401, 'Not authenticated', 'invitations'],
  [400, 'Invitation not found', 'invitations'],
  [400, 'Invitation not found!', 'invitations'],
  [403, 'You are not the recipient of the invitation', 'invitations'],
  [403, 'You are not allowed to cancel this invitation', 'invitations'],
  [400, 'Inviter is no longer a member of the organization', 'invitations'],
  [400, 'Team not found', 'teams'],
  [400, 'Unable to remove last team', 'teams'],
  [403, 'You are not allowed to delete teams in this organization', 'teams'],
  [403, 'You are not allowed to delete this team', 'teams'],
  [403, 'You are not allowed to update this team', 'teams'],
  [400, 'Member not found', 'invitations'],
  [403, 'You are not allowed to invite users to this organization', 'invitations'],
  [403, 'you are not allowed to invite user with this role', 'invitations'],
  [400, 'User is already a member of this organization', 'invitations'],
  [400, 'User is already invited to this organization', 'invitations'],
  [403, 'Invitation limit reached', 'invitations'],
  [400, 'Team not found', 'invitations'],
  [400, 'Organization not found', 'invitations'],
  [403, 'Email not verified', 'invitations'],
  [403, 'You are not allowed to create teams in this organization', 'teams'],
  [403, 'You are not allowed to invite users to this organization', 'teams'],
  [400, 'You have reached the maximum number of teams', 'teams'],
  [400, 'No active organization', 'teams'],
  [403, '', 'teams'],
  [403, 'You are not allowed to list users', 'administration'],
  [403, 'You are not allowed to create users', 'administration'],
  [403, 'You are not allowed to change users role', 'administration'],
  [403, 'You are not allowed to ban users', 'administration'],
  [403, 'You are not allowed to impersonate users', 'administration'],
  [403, 'You are not allowed to list users sessions', 'administration'],
  [403, 'You are not allowed to revoke users sessions', 'administration'],
  [403, 'You are not allowed to delete users', 'administration'],
  [403, 'You are not allowed to set users password', 'administration'],
  [400, 'User already exists', 'administration'],
  [400, 'You cannot ban yourself', 'administration'],
  [404, 'User not found', 'administration'],
  [400, 'You are not impersonating anyone', 'administration'],
  [500, 'Failed to find admin session', 'administration'],
  [400, 'Invalid body parameters', 'guard'],
  [400, 'Invalid query parameters', 'guard'],
]

/** The sentences that no operation answers. */
const neverSent: readonly CatalogueEntry[] = [
  [500, 'Failed to create session', 'sessions'],
  [500, 'Unable to create verification', 'verification'],
  [500, 'unexpected error', 'passwords'],
  [401, 'unable to create user', 'social'],
  [401, 'unable to link account', 'social'],
  [401, 'unable to create session', 'social'],
  [400, 'Provider {x} not found.', 'social'],
  [302, 'no_callback_url', 'social'],
  [302, 'unable_to_link_account', 'social'],
  [400, 'Failed to retrieve invitation', 'invitations'],
  [403, 'You are not allowed to access resource: {resource}', 'organizations'],
  [403, 'unauthorized to access resource', 'organizations'],
  [403, 'Not authorized', 'organizations'],
  [409, 'Another customer has linked this account.', 'linked-accounts'],
]

/** The sentences of operations that do not exist yet; they move to `answered` with their operation. */
const waiting: readonly CatalogueEntry[] = []

/** The sentences of the package that verifies deliveries for receivers. */
const sentencesOfTheClient = [
  'missing required headers',
  'invalid signature headers',
  'message timestamp too old',
  'message timestamp too new',
  'no matching signature found',
]

const refusals = await readRefusals()
const moduleOf = ({ file }: DocumentedRefusal) => file.split('/').at(-2) ?? ''
const keyOf = ([status, sentence, module]: CatalogueEntry) => `${status} ${sentence} (${module})`
const tables = new Map(refusals.map((entry) => [keyOf([entry.status, entry.sentence, moduleOf(entry)]), entry]))

test('every sentence that an operation answers is in a table of refusals, with code and status', () => {
  const entryOf = (catalogued: CatalogueEntry) => tables.get(keyOf(catalogued))
  expect(answered.filter((catalogued) => !entryOf(catalogued)?.code || entryOf(catalogued)?.neverSent !== undefined).map(keyOf)).toEqual([])
})

test('every sentence that no operation answers is marked in its table, with the reason', () => {
  const marked = refusals.filter((entry) => entry.neverSent !== undefined)
  expect(marked.map((entry) => keyOf([entry.status, entry.sentence, moduleOf(entry)])).sort()).toEqual(neverSent.map(keyOf).sort())
  expect(marked.filter((entry) => (entry.neverSent ?? '').length < 20)).toEqual([])
})

test('no operation declares and no code names a refusal that is never sent', () => {
  const declared = composition.routes.flatMap(({ name, refusals: declaredRefusals = [] }) =>
    declaredRefusals.map((entry) => ({ name, ...entry })),
  )
  expect(declared.filter((entry) => entry.neverSent !== undefined).map(({ name, sentence }) => `${name}: ${sentence}`)).toEqual([])
  const sources = globSync('server/**/*.ts').filter((file) => !/refusals\.ts$|\.test\.ts$/.test(file))
  const naming =
    /\b(failedToCreateSession|usernameUnexpected|unableToCreate|unableToCreateUser|unableToLinkAccount|unableToCreateSession|noCallbackUrl|unableToLink|resourceClosed|actionClosed|nothingAsked)\b/
  expect(sources.filter((file) => naming.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('a sentence in the waiting list is not in a table yet', () => {
  expect(waiting.map(keyOf).filter((catalogued) => tables.has(catalogued))).toEqual([])
})

test('no table contains a sentence of the package for receivers', () => {
  expect(refusals.filter(({ sentence }) => sentencesOfTheClient.includes(sentence.toLowerCase()))).toEqual([])
})

test('every sentence is listed once', () => {
  const all = [...answered, ...neverSent, ...waiting].map(keyOf)
  expect(all.filter((catalogued, at) => all.indexOf(catalogued) !== at)).toEqual([])
})
