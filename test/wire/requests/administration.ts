// The requests of the golden file `administration`.
import type { GoldenFile, GoldenRequest, GoldenSuite } from '#test/support/golden/golden.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

/** The dependencies of the recording. */
interface RecordDeps {
  readonly suite: GoldenSuite
  readonly password: string
  /** Makes the user with this email an administrator. */
  readonly promote: (email: string) => Promise<void>
  /** Delivers all events and runs all due jobs. */
  readonly drain: () => Promise<void>
}

const requestAs = (as: string, method: 'GET' | 'POST', call: string): Pick<GoldenRequest, 'operation' | 'as'> => ({
  operation: `${method} /api/auth/${call}`,
  as,
})
const byAdministrator = (method: 'GET' | 'POST', call: string) => requestAs('Kay', method, `admin/${call}`)

/** Records the calls of the administrator Kay, who creates, impersonates, bans and removes Lou. */
export async function recordAdministration(file: GoldenFile, { suite, password, promote, drain }: RecordDeps): Promise<void> {
  const sendAll = async (requests: readonly GoldenRequest[]) => {
    for (const request of requests) await file.send(request)
  }
  const kay = { name: 'Kay Byron', email: 'kay@golden.example', password }
  await file.send({ ...requestAs('nobody', 'POST', 'sign-up/email'), body: kay })
  await promote(kay.email)
  const { cookie } = await file.send({ ...requestAs('nobody', 'POST', 'sign-in/email'), body: { email: kay.email, password } })
  suite.callers['Kay'] = { cookie }
  const lou = { name: 'Lou Byron', email: 'lou@golden.example', password: 'given' }
  const created = await file.send({
    ...byAdministrator('POST', 'create-user'),
    body: { ...lou, role: ['user'], data: { username: 'Lou.Byron', banned: true } },
  })
  const user = { userId: created.json.user.id }
  const list = byAdministrator('GET', 'list-users')
  const permission = byAdministrator('POST', 'has-permission')
  await sendAll([
    { ...byAdministrator('POST', 'create-user'), body: lou },
    { ...byAdministrator('POST', 'create-user'), as: 'Ada', body: lou },
    { ...list, query: 'searchValue=LOU@&limit=1&offset=0&sortBy=name&sortDirection=desc' },
    { ...list, query: 'filterField=role&filterValue=admin' },
    { ...list, query: 'sortBy=password' },
    { ...list, as: 'Ada' },
    { ...list, as: 'nobody' },
    { ...byAdministrator('GET', 'get-user'), query: `userId=${user.userId}` },
    { ...byAdministrator('GET', 'get-user'), query: `userId=${UNKNOWN}` },
    { ...byAdministrator('POST', 'set-role'), body: { ...user, role: 'root' } },
    { ...byAdministrator('POST', 'set-role'), body: { ...user, role: ['user'] } },
    { ...byAdministrator('POST', 'set-role'), body: { userId: UNKNOWN, role: 'user' } },
    { ...permission, body: { permissions: { user: ['ban'], session: ['list'] } } },
    { ...permission, as: 'Ada', body: { permission: { user: ['ban'] } } },
    { ...permission, body: {} },
  ])
  await sendAll(sessionsOf(user))
  const impersonated = await file.send({ ...byAdministrator('POST', 'impersonate-user'), body: user })
  suite.callers['Kay as Lou'] = { cookie: impersonated.cookie }
  await sendAll([
    // Whether the cached session answers depends on its time.
    { ...requestAs('Kay as Lou', 'GET', 'get-session'), query: 'disableCookieCache=true' },
    { ...requestAs('Kay as Lou', 'GET', 'list-sessions') },
    { ...requestAs('Kay as Lou', 'POST', 'change-email'), body: { newEmail: 'other@golden.example' } },
    { ...requestAs('Kay as Lou', 'POST', 'admin/stop-impersonating') },
    { ...byAdministrator('POST', 'stop-impersonating') },
    { ...byAdministrator('POST', 'impersonate-user'), body: { userId: UNKNOWN } },
  ])
  await sendAll(banAndRemovalOf(user))
  await drain()
  await sendAll(operationsRequests)
  await recordWebhooks(file, drain)
}

// The operator's webhooks. The receiver does not exist.
async function recordWebhooks(file: GoldenFile, drain: () => Promise<void>): Promise<void> {
  const call = (name: string) => byAdministrator('POST', `webhooks/${name}`)
  const body = { url: 'http://127.0.0.1:9/accounts', events: ['user.deleted'] }
  const { id } = (await file.send({ ...call('create-endpoint'), body })).json
  await file.send({ ...call('create-endpoint'), body: { ...body, url: 'ftp://127.0.0.1/', events: ['order.paid'] } })
  await file.send({ ...call('create-endpoint'), as: 'Ada', body })
  await file.send({ ...call('update-endpoint'), body: { id, format: 'slack' } })
  await file.send({ ...call('update-endpoint'), body: { id: UNKNOWN } })
  await file.send({ ...call('reset-secret'), body: { id } })
  const sample = await file.send({ ...call('send-sample'), body: { id, type: 'member.added' } })
  await drain()
  await file.send({ ...call('redeliver-event'), body: { id: sample.json.id } })
  await file.send({ ...call('redeliver-since'), body: { id, since: '2026-01-01T00:00:00Z' } })
  await file.send({ ...byAdministrator('GET', 'webhooks/list-endpoints'), query: 'limit=1' })
  await file.send({ ...byAdministrator('GET', 'webhooks/get-endpoint'), query: `id=${id}` })
  await file.send({ ...byAdministrator('GET', 'webhooks/list-events'), query: `endpointId=${id}` })
  await file.send({ ...byAdministrator('GET', 'webhooks/list-deliveries'), query: `endpointId=${id}&limit=1` })
  await file.send({ ...call('delete-endpoint'), body: { id } })
}

function sessionsOf(user: object): GoldenRequest[] {
  return [
    { ...requestAs('nobody', 'POST', 'sign-in/username'), body: { username: 'lou.byron', password: 'given' } },
    { ...byAdministrator('POST', 'list-user-sessions'), body: user },
    { ...byAdministrator('GET', 'list-sessions'), query: `limit=1&userId=${(user as { userId: string }).userId}` },
    { ...byAdministrator('POST', 'revoke-user-session'), body: { sessionToken: 'unknown' } },
    { ...byAdministrator('POST', 'revoke-user-sessions'), body: user },
    { ...byAdministrator('POST', 'set-user-password'), body: { ...user, newPassword: 'given anew' } },
  ]
}

function banAndRemovalOf(user: object): GoldenRequest[] {
  return [
    { ...byAdministrator('POST', 'ban-user'), body: { ...user, banReason: 'Spam', banExpiresIn: 3600 } },
    { ...requestAs('nobody', 'POST', 'sign-in/username'), body: { username: 'lou.byron', password: 'given anew' } },
    { ...byAdministrator('POST', 'unban-user'), body: user },
    { ...byAdministrator('POST', 'remove-user'), body: user },
    { ...byAdministrator('POST', 'remove-user'), body: user },
    { ...byAdministrator('GET', 'list-audit-entries'), query: 'action=user.impersonated&limit=1' },
    { ...byAdministrator('GET', 'export-audit-entries'), query: 'action=user.banned' },
    { ...byAdministrator('GET', 'list-audit-entries'), as: 'Ada' },
    { ...requestAs('Ada', 'GET', 'organization/list-audit-entries'), query: 'action=organization.created&limit=1' },
    { ...requestAs('Ada', 'GET', 'organization/export-audit-entries'), query: 'action=organization.created' },
    { ...requestAs('Kay', 'GET', 'organization/list-audit-entries') },
    { ...requestAs('Kay', 'GET', 'organization/list-audit-entries'), query: `organizationId=${UNKNOWN}` },
  ]
}

const operationsRequests: readonly GoldenRequest[] = [
  byAdministrator('GET', 'health'),
  { ...byAdministrator('GET', 'list-organizations'), query: 'limit=1' },
  { ...byAdministrator('GET', 'get-organization'), query: `organizationId=${UNKNOWN}` },
  byAdministrator('GET', 'list-payouts'),
  { ...byAdministrator('POST', 'block-organization'), body: { organizationId: UNKNOWN, reason: 'Complaints' } },
  { ...byAdministrator('POST', 'block-organization'), body: { organizationId: UNKNOWN, reason: ' ' } },
  { ...byAdministrator('POST', 'unblock-organization'), body: { organizationId: UNKNOWN } },
  { ...byAdministrator('POST', 'set-payout-terms'), body: { organizationId: UNKNOWN, feeFixed: 30 } },
  { ...byAdministrator('POST', 'set-payout-terms'), body: { organizationId: 'none', feeBasisPoints: 10_001 } },
  { ...byAdministrator('POST', 'record-payout'), body: { organizationId: UNKNOWN, currency: 'usd', reference: '2026-11' } },
  { ...byAdministrator('POST', 'record-payout'), body: { organizationId: UNKNOWN, currency: 'xyz', reference: ' ' } },
  byAdministrator('GET', 'list-jobs'),
  { ...byAdministrator('POST', 'retry-job'), body: { jobId: UNKNOWN } },
  { ...byAdministrator('POST', 'retry-job'), body: { all: true } },
  { ...byAdministrator('POST', 'retry-job'), body: {} },
  { ...byAdministrator('GET', 'list-facts'), query: 'name=user.deleted&limit=1' },
  byAdministrator('GET', 'list-emails'),
  { ...byAdministrator('GET', 'get-email'), query: 'name=love-letter' },
  { ...byAdministrator('GET', 'health'), as: 'Ada' },
]
