// The first hour of a newcomer, from an empty folder with nothing but npm and git: README's two commands, its programs, a sale with the
// published SDK, and a sign-in from a page of another origin. Before it, in the same folder, the upgrade of a server of the previous commit:
// `npm ci` removes everything that an earlier one has installed. Prints the seconds of each step.
// node scripts/first-hour.ts
import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { documentedBlocks, runBlock } from '#test/documents/code-blocks.ts'
import { aToken } from '#test/support/a-merchant.ts'
import { BUYER } from '#test/support/a-sale.ts'
import { anOrganization, aUser } from '#test/support/a-user.ts'
import { freePort } from '#test/support/postgres.ts'
import { runningServer } from '#test/support/running-server.ts'
import { newcomersEnvironment, npmStart, run, type StartedServer } from './first-hour/checkout.ts'
import { signInFromPage } from './first-hour/page.ts'

/** Sells with the published SDK: the newcomer's own program. */
const SALE = `import { Polar } from '@polar-sh/sdk'

const [, , serverURL, accessToken] = process.argv
const polar = new Polar({ serverURL, accessToken })
const prices = [{ amountType: 'fixed', priceAmount: 8900, priceCurrency: 'usd' }]
const product = await polar.products.create({ name: 'Template Library', recurringInterval: null, prices })
const { clientSecret } = await polar.checkouts.create({ products: [product.id] })
const buyer = ${JSON.stringify({ customerEmail: BUYER.customer_email, customerName: BUYER.customer_name, customerBillingAddress: BUYER.customer_billing_address, confirmationTokenId: BUYER.confirmation_token_id })}
await new Polar({ serverURL }).checkouts.clientConfirm({ clientSecret, checkoutConfirmStripe: buyer })
for (;;) {
  const { result } = await polar.orders.list({ productId: product.id })
  const [order] = result.items
  if (order) {
    console.log(order.status, order.totalAmount, order.customer.email)
    break
  }
  await new Promise((done) => setTimeout(done, 100))
}
`
const SOLD = `paid 8900 ${BUYER.customer_email}`

const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { devDependencies: Record<string, string> }
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, { version: string }> }
/** The packages that the newcomer's own app installs: the published clients, and a bundler for its page. */
const PACKAGES = [
  ...['better-auth', '@polar-sh/sdk', 'standardwebhooks'].map((name) => `${name}@${devDependencies[name]}`),
  `rolldown@${lock.packages['node_modules/rolldown']?.version}`,
]

async function step<T>(name: string, act: () => Promise<T> | T): Promise<T> {
  const startMs = performance.now()
  const result = await act()
  console.log(`${((performance.now() - startMs) / 1000).toFixed(1).padStart(6)} s  ${name}`)
  return result
}

function check(isTrue: boolean, sentence: string): void {
  if (!isTrue) throw new Error(`Not so: ${sentence}`)
}

/** Writes the committed files of a revision into the folder. */
function checkOut(folder: string, revision: string): void {
  run(folder, ['git', '-c', 'advice.detachedHead=false', 'checkout', '--quiet', revision])
}

/** The previous commit, as far as there is one in this clone. */
function previousCommit(): string | undefined {
  try {
    return run('.', ['git', 'rev-parse', '--verify', '--quiet', 'HEAD~1']).trim()
  } catch {
    return undefined
  }
}

async function tryReadme(app: string, node: string, { url, token }: { readonly url: string; readonly token: string }): Promise<void> {
  const env = { ...newcomersEnvironment(), GUILDHALL_TOKEN: token, GUILDHALL_WEBHOOK_SECRET: 'a secret of the first hour' }
  for (const block of documentedBlocks().filter(({ file, language }) => file === 'README.md' && language === 'ts')) {
    // A program that listens runs until it is stopped; its answers are tested in test/documents.
    if (block.text.includes('.listen(')) continue
    const program = runBlock(block, { folder: app, url, env, node })
    check((await program.ended()) === 0, `the program at README.md:${block.line} runs: ${program.output()}`)
  }
}

/** README's commands in a working copy that `npm ci` has prepared, and what a newcomer does with the server. */
async function firstHour(copy: string, app: string): Promise<void> {
  const [port, pagePort] = [await freePort(), await freePort()]
  const settings = { PORT: String(port), TRUSTED_ORIGINS: `http://localhost:${pagePort}`, LOG_LEVEL: 'warn' }
  const node = join(copy, 'node_modules/.bin/node')
  const started = await step('npm start, until it is ready', () => npmStart(copy, settings))
  try {
    const server = runningServer(started.url)
    const owner = await aUser(server)
    const { id } = await anOrganization(server, owner)
    const { token } = await aToken(owner, id)
    mkdirSync(app)
    writeFileSync(join(app, 'package.json'), '{ "type": "module", "private": true }')
    await step(`npm install ${PACKAGES.join(' ')}`, () => run(app, ['npm', 'install', ...PACKAGES]))
    await step('the programs of README', () => tryReadme(app, node, { url: started.url, token }))
    await step('a sale with the published SDK', () => {
      writeFileSync(join(app, 'sale.js'), SALE)
      const printed = run(app, [node, 'sale.js', started.url, token]).trim()
      check(printed === SOLD, `the sale prints "${SOLD}", not "${printed}"`)
    })
    await step('verify-ledger', () => verifyLedger(copy, started, settings))
    await step('sign-up, sign-out and sign-in from a page of another origin', () =>
      tryPage(app, { port: pagePort, serverUrl: started.url, node }),
    )
  } finally {
    await started.stop()
  }
}

function verifyLedger(copy: string, { url }: StartedServer, settings: Readonly<Record<string, string>>): void {
  const printed = run(copy, [
    'env',
    ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
    'npx',
    'guildhall',
    'verify-ledger',
  ])
  check(/entries|entry/.test(printed), `verify-ledger of ${url} says what it verified, not "${printed}"`)
}

async function tryPage(app: string, options: { readonly port: number; readonly serverUrl: string; readonly node: string }): Promise<void> {
  const email = `${randomUUID()}@example.test`
  const shown = await signInFromPage(app, { ...options, email })
  if (!shown) return console.log('          There is no browser here: set CHROMIUM_PATH.')
  check(JSON.stringify(shown) === JSON.stringify([email, null, 'Ada Byron']), `the page signs in, not ${JSON.stringify(shown)}`)
}

/** The script of the web app that the server's pages load. */
async function scriptOf({ url }: StartedServer): Promise<string> {
  const page = await (await fetch(`${url}/sign-in`, { headers: { accept: 'text/html' } })).text()
  const path = /src="([^"]+\.js)"/.exec(page)?.[1] ?? '/none'
  const script = await fetch(`${url}${path}`)
  check(script.ok, `${path} is served`)
  return script.text()
}

/** A server of an earlier revision, which has ended: its settings, with a data directory of its own, and a user of it. */
interface EarlierServer {
  readonly settings: Readonly<Record<string, string>>
  readonly email: string
}

/** Installs the packages of a working copy: a copy of those of this one where both lock the same. */
function install(copy: string): void {
  const lockOf = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8')
  const filter = (path: string) => !path.startsWith('node_modules/.cache')
  if (lockOf(copy) === lockOf('.')) cpSync('node_modules', join(copy, 'node_modules'), { recursive: true, verbatimSymlinks: true, filter })
  else run(copy, ['npm', 'ci'])
}

/** Installs a revision, starts its server, and signs a user up. */
async function startEarlier(copy: string, revision: string): Promise<EarlierServer> {
  const settings = { PORT: String(await freePort()), DATA_DIR: `${copy}-data`, LOG_LEVEL: 'warn' }
  const email = `${randomUUID()}@example.test`
  await step('the previous commit: its packages', () => {
    checkOut(copy, revision)
    install(copy)
  })
  await step('the previous commit: npm start and a sign-up', async () => {
    const started = await npmStart(copy, settings)
    await aUser(runningServer(started.url), { email }).finally(() => started.stop())
  })
  return { settings, email }
}

/** Starts the server of this commit with the data of the earlier one. */
async function upgrade(copy: string, { settings, email }: EarlierServer): Promise<void> {
  const started = await npmStart(copy, settings)
  try {
    const { status } = await runningServer(started.url).request('POST', '/api/auth/sign-in/email', {
      body: { email, password: 'correct horse battery' },
    })
    check(status === 200, `a user of the previous commit signs in, not ${status}`)
    check((await scriptOf(started)).length > 0, 'the web app is served')
    const environment = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
    check(run(copy, ['env', ...environment, 'npx', 'guildhall', 'doctor']).length > 0, 'doctor finds no fault')
  } finally {
    await started.stop()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'guildhall-first-hour-'))
try {
  const copy = join(folder, 'guildhall')
  await step('clone', () => run('.', ['git', 'clone', '--quiet', '--no-hardlinks', resolve('.'), copy]))
  const previous = previousCommit()
  if (!previous) console.log('          There is no previous commit in this clone: nothing to upgrade from.')
  const earlier = previous && (await startEarlier(copy, previous))
  await step('git checkout and npm ci', () => {
    checkOut(copy, run('.', ['git', 'rev-parse', 'HEAD']).trim())
    run(copy, ['npm', 'ci'])
  })
  if (earlier)
    await step('the upgrade: npm start, the user signs in, the new web app is served, doctor finds no fault', () => upgrade(copy, earlier))
  await firstHour(copy, join(folder, 'app'))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
