// The organization of the pictures, created through the public API: Northwind Tools with its first two weeks.
import { cards } from '#test/support/a-checkout.ts'
import { aUser, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import { emailTo, linkTo } from '#test/support/emails.ts'
import type { TestAnswer, TestServer } from '#test/support/server.ts'

/** When the first account is created, and the time of the pictures. Both are fixed, so that the pictures stay the same. */
export const BEGINNING = new Date('2026-02-25T08:00:00.000Z')
export const NOW = new Date('2026-03-12T14:20:00.000Z')
/** The owner, who also administers the server. */
export const OWNER = { name: 'Elin Sandberg', email: 'elin@northwind.example' } as const
/** The slug of the organization. */
export const SLUG = 'northwind'

/** The user agents and addresses that the owner's devices send. */
const DESKTOP = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
  ipAddress: '127.0.0.1',
}
const PHONE = {
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  ipAddress: '203.0.113.24',
}
const PHONE_SIGN_IN = '2026-03-10T18:45:00Z'

const TEAMS = ['Support', 'Finance'] as const
const BOOKKEEPER = { billing: ['orders:read', 'customers:read', 'products:read'] }

interface Member {
  readonly at: string
  readonly name: string
  readonly email: string
  readonly role: string
  readonly team: (typeof TEAMS)[number] | null
}

/** The members: when each joined, with the role and the team of the invitation. */
const MEMBERS: readonly Member[] = [
  { at: '2026-02-25T10:30:00Z', name: 'Priya Raman', email: 'priya@northwind.example', role: 'admin', team: null },
  { at: '2026-02-26T09:05:00Z', name: 'Tobias Krüger', email: 'tobias@northwind.example', role: 'member', team: 'Support' },
  { at: '2026-03-02T08:20:00Z', name: 'Noor El Amrani', email: 'noor@northwind.example', role: 'bookkeeper', team: 'Finance' },
  { at: '2026-03-09T12:00:00Z', name: 'Oskar Lindqvist', email: 'oskar@northwind.example', role: 'member', team: 'Support' },
]

/** The users who have not answered the invitation yet. */
const INVITED = [
  { email: 'yuki@northwind.example', role: 'member' },
  { email: 'dana@northwind.example', role: 'bookkeeper' },
] as const

interface OtherUser {
  readonly at: string
  readonly name: string
  readonly email: string
  readonly state: 'verified' | 'not verified' | 'banned'
}

/** The users of the server who are in no organization. */
const OTHER_USERS: readonly OtherUser[] = [
  { at: '2026-02-28T19:10:00Z', name: 'Ravi Menon', email: 'ravi@menonstudio.example', state: 'verified' },
  { at: '2026-03-04T07:44:00Z', name: 'Freya Nilsen', email: 'freya@nilsen.example', state: 'verified' },
  { at: '2026-03-08T22:31:00Z', name: 'Best Deals', email: 'deals@cheap-tools.example', state: 'banned' },
  { at: '2026-03-11T06:52:00Z', name: 'Pavel Novák', email: 'pavel@novak.example', state: 'not verified' },
  { at: '2026-03-12T11:15:00Z', name: 'Lucía Romero', email: 'lucia@romero.example', state: 'verified' },
]

/** Amounts in cents of EUR. */
const PRODUCTS = {
  planner: { name: 'Site Planner', amount: 24_900, description: 'Plans a building site week by week. A licence for **one** team.' },
  quotes: { name: 'Quote Builder', amount: 14_900, description: 'Turns a list of materials into a quote.' },
  templates: { name: 'Template Library', amount: 8_900, description: 'Two hundred forms and contracts for workshops.' },
  handbook: { name: 'Workshop Handbook', amount: 2_900, description: 'How to run a workshop, as a PDF.' },
} as const

type Sale = readonly [at: string, customer: string, email: string, country: string, product: keyof typeof PRODUCTS]

/** The sales in their order. */
const SALES: readonly Sale[] = [
  ['2026-02-27T09:12:00Z', 'Jonas Berg', 'jonas@bergbygg.example', 'SE', 'quotes'],
  ['2026-03-02T13:40:00Z', 'Marta Kowalska', 'marta@kowalska.example', 'PL', 'planner'],
  ['2026-03-03T10:05:00Z', 'Liam Byrne', 'liam@byrnejoinery.example', 'IE', 'handbook'],
  ['2026-03-05T08:31:00Z', 'Sanne Visser', 'sanne@visserbouw.example', 'NL', 'templates'],
  ['2026-03-06T16:54:00Z', 'Karl Maier', 'karl@maier-holzbau.example', 'DE', 'quotes'],
  ['2026-03-07T11:20:00Z', 'Ines Ferreira', 'ines@ferreira.example', 'PT', 'templates'],
  ['2026-03-09T09:47:00Z', 'Hugo Lefèvre', 'hugo@atelierlefevre.example', 'FR', 'planner'],
  ['2026-03-11T15:03:00Z', 'Aino Virtanen', 'aino@virtanen.example', 'FI', 'quotes'],
  ['2026-03-12T07:58:00Z', 'Chiara Conti', 'chiara@contilegno.example', 'IT', 'templates'],
  ['2026-03-12T13:36:00Z', 'Bas de Groot', 'bas@degroot.example', 'NL', 'handbook'],
]

// biome-ignore lint/suspicious/noExplicitAny: the bodies are described by the OpenAPI document
type Body = any

/** The dependencies of the steps of the story. */
interface Northwind {
  readonly server: TestServer
  readonly owner: TestUser
  readonly products: Readonly<Record<string, string>>
  readonly teams: Readonly<Record<string, string>>
}

interface Step {
  readonly at: string
  readonly run: (northwind: Northwind) => Promise<unknown>
}

const STEPS: readonly Step[] = [
  ...MEMBERS.map((member) => ({ at: member.at, run: (northwind: Northwind) => join(northwind, member) })),
  ...OTHER_USERS.map((user) => ({ at: user.at, run: (northwind: Northwind) => signUp(northwind, user) })),
  ...SALES.map((sale) => ({ at: sale[0], run: (northwind: Northwind) => sell(northwind, sale) })),
  { at: PHONE_SIGN_IN, run: ({ server }: Northwind) => signInByPhone(server) },
].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))

/** Fills an empty server. Its clock stands at `BEGINNING` before and at `NOW` afterwards. */
export async function createNorthwind(server: TestServer): Promise<void> {
  const owner = await aUser(onDevice(server, DESKTOP), OWNER)
  const { id } = await post(owner, '/api/auth/organization/create', { name: 'Northwind Tools', slug: SLUG })
  await post(owner, '/api/auth/organization/create-role', { name: 'bookkeeper', permissions: BOOKKEEPER })
  const northwind = { server, owner, products: await createProducts(owner, id), teams: await createTeams(owner) }
  for (const { at, run } of STEPS) {
    await moveTo(server, new Date(at))
    await run(northwind)
  }
  for (const invited of INVITED) await post(owner, '/api/auth/organization/invite-member', invited)
  await moveTo(server, NOW)
}

async function createTeams(owner: TestUser): Promise<Readonly<Record<string, string>>> {
  const ids: Record<string, string> = {}
  for (const name of TEAMS) ids[name] = (await post(owner, '/api/auth/organization/create-team', { name })).id
  return ids
}

async function createProducts(owner: TestUser, organizationId: string): Promise<Readonly<Record<string, string>>> {
  const ids: Record<string, string> = {}
  for (const [key, { name, description, amount }] of Object.entries(PRODUCTS)) {
    const prices = [{ amount_type: 'fixed', price_amount: amount, price_currency: 'eur' }]
    const body = { organization_id: organizationId, name, description, recurring_interval: null, prices }
    ids[key] = (await post(owner, '/v1/products/', body)).id
  }
  return ids
}

/** Invites a user, who signs up and accepts with the secret of the mailed link, which verifies the email. */
async function join({ server, owner, teams }: Northwind, { name, email, role, team }: Member): Promise<void> {
  const body = { email, role, teamId: team && teams[team] }
  const { id: invitationId } = await post(owner, '/api/auth/organization/invite-member', body)
  const { text } = await emailTo(server, email, 'invitation')
  const secret = /[?]secret=(\w+)/.exec(text)?.[1]
  await post(await aUser(server, { name, email }), '/api/auth/organization/accept-invitation', { invitationId, secret })
}

async function signUp({ server, owner }: Northwind, { name, email, state }: OtherUser): Promise<void> {
  const user = await aUser(server, { name, email })
  if (state === 'banned') await post(owner, '/api/auth/admin/ban-user', { userId: user.id, banReason: 'Spam' })
  if (state === 'verified') {
    await post(user, '/api/auth/send-verification-email', { email })
    await server.request('GET', await linkTo(server, email))
  }
}

async function sell({ server, owner, products }: Northwind, [, name, email, country, product]: Sale): Promise<void> {
  const { client_secret } = await post(owner, '/v1/checkouts/', { products: [products[product]] })
  const body = {
    customer_name: name,
    customer_email: email,
    customer_billing_address: { country },
    confirmation_token_id: cards.good,
  }
  bodyOf('A confirm', await server.request('POST', `/v1/checkouts/client/${client_secret}/confirm`, { body }))
}

async function signInByPhone(server: TestServer): Promise<void> {
  const body = { email: OWNER.email, password: PASSWORD }
  bodyOf('A sign-in', await onDevice(server, PHONE).request('POST', '/api/auth/sign-in/email', { body }))
}

/** The server as a device reaches it. */
function onDevice(server: TestServer, { userAgent, ipAddress }: typeof DESKTOP): TestServer {
  const request: TestServer['request'] = (method, url, sent = {}) =>
    server.request(method, url, { ipAddress, ...sent, headers: { 'user-agent': userAgent, ...sent.headers } })
  return { ...server, request }
}

/** Does the work that is due, then moves the clock to `instant`, and does what is due then. */
async function moveTo(server: TestServer, instant: Date): Promise<void> {
  await server.drain()
  server.clock.set(instant)
  await server.drain()
}

async function post(user: TestUser, path: string, body: object): Promise<Body> {
  return bodyOf(path, await user.request('POST', path, { body }))
}

function bodyOf(what: string, answer: TestAnswer): Body {
  if (answer.status >= 300) throw new Error(`${what} was answered ${answer.status}: ${answer.text}`)
  return answer.json
}
