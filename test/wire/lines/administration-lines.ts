// What is asked about running the platform: one chapter, told at the end of the book.
import type { Asked, Book, Chapter } from '#test/support/golden.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

/** What telling it takes besides the chapter. */
interface Telling {
  readonly book: Book
  readonly password: string
  /** Makes whoever has the address an administrator. */
  readonly promote: (email: string) => Promise<void>
  /** Hands on all facts and runs all due jobs. */
  readonly drain: () => Promise<void>
}

const asks = (as: string, method: 'GET' | 'POST', call: string): Pick<Asked, 'operation' | 'as'> => ({
  operation: `${method} /api/auth/${call}`,
  as,
})
const boss = (method: 'GET' | 'POST', call: string) => asks('Kay', method, `admin/${call}`)

/** Kay administers; Lou is made, banned, borrowed and removed. */
export async function tellAdministration(told: Chapter, { book, password, promote, drain }: Telling): Promise<void> {
  const inOrder = async (lines: readonly Asked[]) => {
    for (const line of lines) await told.ask(line)
  }
  const kay = { name: 'Kay Byron', email: 'kay@golden.example', password }
  await told.ask({ ...asks('nobody', 'POST', 'sign-up/email'), body: kay })
  await promote(kay.email)
  const { cookie } = await told.ask({ ...asks('nobody', 'POST', 'sign-in/email'), body: { email: kay.email, password } })
  book.callers['Kay'] = { cookie }
  const lou = { name: 'Lou Byron', email: 'lou@golden.example', password: 'given' }
  const made = await told.ask({
    ...boss('POST', 'create-user'),
    body: { ...lou, role: ['user'], data: { username: 'Lou.Byron', banned: true } },
  })
  const user = { userId: made.json.user.id }
  const list = boss('GET', 'list-users')
  const permission = boss('POST', 'has-permission')
  await inOrder([
    { ...boss('POST', 'create-user'), body: lou },
    { ...boss('POST', 'create-user'), as: 'Ada', body: lou },
    { ...list, query: 'searchValue=LOU@&limit=1&offset=0&sortBy=name&sortDirection=desc' },
    { ...list, query: 'filterField=role&filterValue=admin' },
    { ...list, query: 'sortBy=password' },
    { ...list, as: 'Ada' },
    { ...list, as: 'nobody' },
    { ...boss('GET', 'get-user'), query: `userId=${user.userId}` },
    { ...boss('GET', 'get-user'), query: `userId=${UNKNOWN}` },
    { ...boss('POST', 'set-role'), body: { ...user, role: 'root' } },
    { ...boss('POST', 'set-role'), body: { ...user, role: ['user'] } },
    { ...boss('POST', 'set-role'), body: { userId: UNKNOWN, role: 'user' } },
    { ...permission, body: { permissions: { user: ['ban'], session: ['list'] } } },
    { ...permission, as: 'Ada', body: { permission: { user: ['ban'] } } },
    { ...permission, body: {} },
  ])
  await inOrder(sessionsOf(user))
  const borrowed = await told.ask({ ...boss('POST', 'impersonate-user'), body: user })
  book.callers['Kay as Lou'] = { cookie: borrowed.cookie }
  await inOrder([
    // Whether a copy answers depends on when it was made.
    { ...asks('Kay as Lou', 'GET', 'get-session'), query: 'disableCookieCache=true' },
    { ...asks('Kay as Lou', 'GET', 'list-sessions') },
    { ...asks('Kay as Lou', 'POST', 'change-email'), body: { newEmail: 'other@golden.example' } },
    { ...asks('Kay as Lou', 'POST', 'admin/stop-impersonating') },
    { ...boss('POST', 'stop-impersonating') },
    { ...boss('POST', 'impersonate-user'), body: { userId: UNKNOWN } },
  ])
  await inOrder(endOf(user))
  await drain()
  await inOrder(operating)
}

function sessionsOf(user: object): Asked[] {
  return [
    { ...asks('nobody', 'POST', 'sign-in/username'), body: { username: 'lou.byron', password: 'given' } },
    { ...boss('POST', 'list-user-sessions'), body: user },
    { ...boss('GET', 'list-sessions'), query: `limit=1&userId=${(user as { userId: string }).userId}` },
    { ...boss('POST', 'revoke-user-session'), body: { sessionToken: 'unknown' } },
    { ...boss('POST', 'revoke-user-sessions'), body: user },
    { ...boss('POST', 'set-user-password'), body: { ...user, newPassword: 'given anew' } },
  ]
}

function endOf(user: object): Asked[] {
  return [
    { ...boss('POST', 'ban-user'), body: { ...user, banReason: 'Spam', banExpiresIn: 3600 } },
    { ...asks('nobody', 'POST', 'sign-in/username'), body: { username: 'lou.byron', password: 'given anew' } },
    { ...boss('POST', 'unban-user'), body: user },
    { ...boss('POST', 'remove-user'), body: user },
    { ...boss('POST', 'remove-user'), body: user },
    { ...boss('GET', 'list-audit-entries'), query: 'action=user.impersonated&limit=1' },
    { ...boss('GET', 'export-audit-entries'), query: 'action=user.banned' },
    { ...boss('GET', 'list-audit-entries'), as: 'Ada' },
    { ...asks('Ada', 'GET', 'organization/list-audit-entries'), query: 'action=organization.created&limit=1' },
    { ...asks('Ada', 'GET', 'organization/export-audit-entries'), query: 'action=organization.created' },
    { ...asks('Kay', 'GET', 'organization/list-audit-entries') },
    { ...asks('Kay', 'GET', 'organization/list-audit-entries'), query: `organizationId=${UNKNOWN}` },
  ]
}

const operating: readonly Asked[] = [
  boss('GET', 'health'),
  { ...boss('GET', 'list-organizations'), query: 'limit=1' },
  { ...boss('GET', 'get-organization'), query: `organizationId=${UNKNOWN}` },
  boss('GET', 'list-jobs'),
  { ...boss('POST', 'retry-job'), body: { jobId: UNKNOWN } },
  { ...boss('POST', 'retry-job'), body: { all: true } },
  { ...boss('POST', 'retry-job'), body: {} },
  { ...boss('GET', 'list-facts'), query: 'name=user.deleted&limit=1' },
  boss('GET', 'list-emails'),
  { ...boss('GET', 'get-email'), query: 'name=love-letter' },
  { ...boss('GET', 'health'), as: 'Ada' },
]
