// Every code block of README and the guides does what the text around it says. A block without an entry here fails.
import { execFileSync, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sign } from '#operations/webhooks/signature.ts'
import { systemClock } from '#platform/clock.ts'
import { readSettings } from '#platform/config.ts'
import { verbNames } from '#server/cli.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { aReceiver } from '#test/support/a-receiver.ts'
import { anAdministrator } from '#test/support/a-user.ts'
import { testDatabase } from '#test/support/database.ts'
import { guildhall } from '#test/support/guildhall.ts'
import { freePort } from '#test/support/postgres.ts'
import { type TestServer, testServer } from '#test/support/server.ts'
import { authCalls } from '../clients/auth-calls.ts'
import { type CodeBlock, codeBlocksOf, documentedBlocks, runBlock } from './code-blocks.ts'

const PACKAGE = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly scripts: Record<string, string>
  readonly devDependencies: Record<string, string>
}
const SECRET = 'a secret of the documents'

const folder = mkdtempSync(join(tmpdir(), 'guildhall-documents-'))
symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')

let server: TestServer
let merchant: TestMerchant
let url: string

beforeAll(async () => {
  server = await testServer()
  merchant = await aMerchant(server)
  url = await server.listen()
})
afterAll(() => server.close())

function start(block: CodeBlock) {
  const env = { ...process.env, GUILDHALL_TOKEN: merchant.token, GUILDHALL_WEBHOOK_SECRET: SECRET }
  return runBlock(block, { folder, url, env, node: process.execPath })
}

/** Runs a program to its end and returns what it printed. */
async function printed(block: CodeBlock): Promise<string> {
  const program = start(block)
  expect([await program.ended(), program.output()]).toEqual([0, expect.any(String)])
  return program.output()
}

/** A block of commands that only `.ci/run` or an operator's machine can run: its shell, files and verbs are checked. */
function checkCommands({ text }: CodeBlock): void {
  expect(spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' }).stderr).toBe('')
  for (const [path] of text.matchAll(/\bdeploy\/[\w.-]+/g)) expect([path, path === 'deploy/.env' || existsSync(path)]).toEqual([path, true])
  for (const [, script = ''] of text.matchAll(/npm run ([\w:-]+)/g)) expect(PACKAGE.scripts).toHaveProperty(script)
  for (const [, verb = ''] of text.matchAll(/(?:npx guildhall|guildhall\.js) ([a-z]+(?:-[a-z]+)*)/g)) expect(verbNames).toContain(verb)
}

/** A block of settings: the configuration reads each line, with a key of Apple's kind where one is left out. */
function checkSettings({ text }: CodeBlock): void {
  const isRsa = text.includes('BEGIN RSA')
  const { privateKey } = isRsa ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = privateKey.export({ type: isRsa ? 'pkcs1' : 'pkcs8', format: 'pem' }).toString()
  const environment = parseEnv(text.replace(/-----BEGIN[^"]*/, pem.replaceAll('\n', '\\n')))
  expect(readSettings(environment)).toMatchObject(environment)
}

/** The script's attributes, functions and events that a page uses. A browser test opens checkouts by them. */
function checkEmbedding({ text }: CodeBlock): void {
  const source = readFileSync('client/embed.ts', 'utf8')
  const names = [...text.matchAll(/data-[\w-]+|guildhall:\w+|(?<=addEventListener\(')\w+|(?<=detail\.)\w+|theme/g)].map(([name]) => name)
  expect(names.length).toBeGreaterThan(0)
  const camel = (name: string) => name.replace('data-', '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  for (const name of names) expect([name, source.includes(camel(name.replace('guildhall:', '')))]).toEqual([name, true])
}

const checks: Readonly<Record<string, (block: CodeBlock) => Promise<void> | void>> = {
  // The first hour (scripts/first-hour.ts) runs it from an empty folder.
  'README.md: npm ci && npm start': () => expect(PACKAGE.scripts).toHaveProperty('start'),
  // `.ci/run` runs it.
  'README.md: npm ci && npm test': () => expect(PACKAGE.scripts).toHaveProperty('test'),
  'README.md: npm install better-auth@1.2.8 @polar-sh/sdk@0.34.2': ({ text }) => {
    for (const [, name = '', version] of text.matchAll(/ (@?[\w/-]+)@([\d.]+)/g)) expect(PACKAGE.devDependencies[name]).toBe(version)
  },
  "README.md: import { createAuthClient } from 'better-auth/client'": async (block) => {
    expect(await printed(block)).toBe('Signed in as Ada Byron\n')
  },
  "README.md: import { Polar } from '@polar-sh/sdk'": async (block) => {
    const checkoutUrl = new URL((await printed(block)).trim())
    const secret = checkoutUrl.pathname.split('/').at(-1)
    expect(await server.request('GET', `/v1/checkouts/client/${secret}`)).toMatchObject({ status: 200, json: { total_amount: 8900 } })
  },
  "README.md: import { createServer } from 'node:http'": async (block) => {
    const port = await freePort()
    const program = start({ ...block, text: block.text.replace('4000', String(port)) })
    const post = (body: string, headers: Readonly<Record<string, string>> = {}) =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body }).then(({ status }) => status)
    await expect.poll(() => post('{}').catch(() => 0)).toBe(401)
    const receiver = await aReceiver()
    const endpoint = { url: receiver.url, format: 'raw', secret: SECRET, events: ['order.paid'] }
    expect((await merchant.request('POST', '/v1/webhooks/endpoints', { body: endpoint })).status).toBe(201)
    const checkout = await aCheckout(server, merchant)
    await checkout.confirm()
    await server.drain()
    await receiver.close()
    const [{ body, headers } = { body: '', headers: {} }] = receiver.received
    // Signed again, because the server's clock is that of the tests and a receiver refuses old calls.
    const message = { id: String(headers['webhook-id']), timestamp: Math.floor(systemClock().now().getTime() / 1000), body }
    const signed = {
      'webhook-id': message.id,
      'webhook-timestamp': String(message.timestamp),
      'webhook-signature': sign(SECRET, message),
    }
    expect(await post(body, signed)).toBe(204)
    await expect.poll(() => program.output()).toContain(`${checkout.email} paid 4200`)
    program.stop()
  },
  'docs/guides/deploy.md: docker build -f deploy/Dockerfile -t guildhall .': checkCommands,
  'docs/guides/deploy.md: docker run --rm --network host --env NODE_ENV=development guildhall': checkCommands,
  'docs/guides/deploy.md: cp deploy/.env.example deploy/.env': checkCommands,
  'docs/guides/deploy.md: useradd --system --home-dir /var/lib/guildhall guildhall': checkCommands,
  'docs/guides/deploy.md: systemctl stop guildhall': checkCommands,
  'docs/guides/deploy.md: docker compose -f deploy/compose.yaml stop guildhall': checkCommands,
  'docs/guides/import-users.md: npx guildhall import users users.jsonl --dry-run': async ({ text }) => {
    writeFileSync(join(folder, 'users.jsonl'), '{"email":"ada@example.test"}\n')
    const reports: string[] = []
    for (const line of text.trim().split('\n')) {
      const args = line.replace('npx guildhall ', '').split(' ')
      const { code, out } = await guildhall(args, { DATA_DIR: join(folder, 'data') }, { cwd: folder })
      expect([code, out]).toEqual([0, expect.any(String)])
      reports.push(out)
    }
    expect(reports[0]).toContain('Would import: 1. Already existing: 0. Rejected: 0.')
    expect(reports[1]).toContain('Imported: 1. Already existing: 0. Rejected: 0.')
  },
  'docs/guides/import-users.md: psql "$OLD_DATABASE_URL" -At > users.jsonl <<\'SQL\'': async ({ text }) => {
    const select = /<<'SQL'\n([\s\S]*)\nSQL\n/.exec(text)?.[1] ?? ''
    const database = await testDatabase()
    const rows = await database.transaction(async (tx) => {
      await sql`create temp table "user" (id text, email text, name text, "emailVerified" boolean, image text, "createdAt" timestamptz) on commit drop`.execute(
        tx,
      )
      await sql`create temp table account ("userId" text, "providerId" text, password text) on commit drop`.execute(tx)
      await sql`insert into "user" values ('a', 'ada@example.test', 'Ada', true, null, '2024-02-29T10:00:00Z')`.execute(tx)
      await sql`insert into account values ('a', 'credential', 'salt:key')`.execute(tx)
      return (await sql<{ json_build_object: object }>`${sql.raw(select)}`.execute(tx)).rows
    })
    const user = { id: 'a', email: 'ada@example.test', name: 'Ada', emailVerified: true, image: null }
    expect(rows).toEqual([{ json_build_object: { ...user, createdAt: '2024-02-29T10:00:00.000Z', password: 'salt:key' } }])
  },
  'docs/guides/import-users.md: Imported: 1204. Already existing: 3. Rejected: 2.': async ({ text }) => {
    writeFileSync(join(folder, 'bad.jsonl'), '{"email":"ada"}\n')
    const { code, out } = await guildhall(['import', 'users', 'bad.jsonl'], { DATA_DIR: join(folder, 'data') }, { cwd: folder })
    expect([code, shapeOf(out)]).toEqual([1, shapeOf(text.split('\n').slice(0, 1).concat(text.split('\n').slice(2, 3), '').join('\n'))])
  },
  'docs/guides/embed-a-checkout.md: <script type="module" src="https://guildhall.example/embed.js"></script>': checkEmbedding,
  "docs/guides/embed-a-checkout.md: import { create } from 'https://guildhall.example/embed.js'": checkEmbedding,
  'docs/guides/embed-a-checkout.md: curl https://guildhall.example/v1/checkouts/ \\': async ({ text }) => {
    const body = JSON.parse(/-d '([^']*)'/.exec(text)?.[1]?.replace('PRODUCT_ID', (await aProduct(merchant)).id) ?? '')
    const created = await merchant.request('POST', '/v1/checkouts/', { body })
    expect([created.status, created.json.embed_origin]).toEqual([201, 'https://shop.example'])
  },
  'docs/guides/embed-a-checkout.md: script-src https://guildhall.example; frame-src https://guildhall.example; connect-src https://guildhall.example':
    ({ text }) =>
      // The browser test of the embedded checkout runs under this policy.
      expect(readFileSync('test/browser/checkout/a-shop.ts', 'utf8').replaceAll(/\$\{server\}/g, 'https://guildhall.example')).toContain(
        text.trim().replace(';', " 'unsafe-inline';"),
      ),
  'docs/guides/file-storage.md: S3_ENDPOINT=https://s3.eu-central-1.amazonaws.com/': checkSettings,
  'docs/guides/sell-for-organizations.md: npx guildhall payouts': checkCommands,
  'docs/guides/taxes.md: {': async ({ text }) => {
    const own = await aMerchant(server)
    const path = `/v1/organizations/${own.organizationId}/tax-settings`
    const { status, json } = await own.request('PATCH', path, { body: JSON.parse(text) })
    expect([status, json]).toEqual([200, expect.objectContaining(JSON.parse(text))])
  },
  'docs/guides/taxes.md: place,name,rate_percent,valid_from,source': ({ text }) => {
    const path = join(folder, 'rates.csv')
    writeFileSync(path, text)
    expect(readSettings({ TAX_RATES_FILE: path }).TAX_RATES_FILE.places['CA-QC']).toMatchObject([{ name: 'QST', ratePpm: 99_750 }])
  },
  'docs/guides/taxes.md: TAX_RATES_FILE names a file with faults: line 2, column rate_percent: "26,5" must be a number from 0 to 100 with at most 4 decimal places, such as 19 or 8.875':
    ({ text }) => {
      const path = join(folder, 'faulty-rates.csv')
      writeFileSync(path, 'place,name,rate_percent,valid_from,source\nEE,VAT,"26,5",2028-01-01,Law\n')
      expect(() => readSettings({ TAX_RATES_FILE: path })).toThrow(text.trim())
    },
  'docs/guides/test-clocks.md: npx guildhall clock advance --organization acme --by P1M': checkCommands,
  'docs/guides/webhooks.md: npx guildhall listen http://localhost:4000/webhooks --organization acme': checkCommands,
  'docs/guides/webhooks.md: curl https://accounts.example/api/auth/admin/webhooks/create-endpoint \\': async ({ text }) => {
    const administrator = await anAdministrator(server)
    const receiver = await aReceiver()
    const body = JSON.parse(/-d '([^']*)'/.exec(text)?.[1]?.replace('https://crm.example/webhooks', receiver.url) ?? '')
    const headers = { authorization: `Bearer ${administrator.token}` }
    const created = await server.request('POST', '/api/auth/admin/webhooks/create-endpoint', { headers, body })
    expect([created.status, created.json.secret]).toEqual([200, expect.stringMatching(/^whsec_/)])
    await server.request('POST', '/api/auth/admin/webhooks/delete-endpoint', { headers, body: { id: created.json.id } })
    await receiver.close()
  },
  'docs/guides/discord-and-github.md: DISCORD_CLIENT_ID=…': checkSettings,
  'docs/guides/discord-and-github.md: GITHUB_APP_ID=…': checkSettings,
  'docs/guides/providers.md: GITHUB_CLIENT_ID=…': checkSettings,
  'docs/guides/providers.md: APPLE_CLIENT_ID=com.example.shop': checkSettings,
  "docs/guides/providers.md: await authClient.signIn.social({ provider: 'github', callbackURL: '/welcome' })": ({ text }) => {
    const names = [...text.matchAll(/authClient\.([\w.]+)\(/g)].map(([, name]) => name)
    expect(names).toHaveLength(3)
    for (const name of names) expect(authCalls[name as keyof typeof authCalls]).not.toHaveProperty('notHeld')
  },
  'docs/guides/usage-events.md: name,timestamp,external_customer_id,external_id,metadata.tokens,metadata.model': ({ text }) =>
    writeFileSync(join(folder, 'usage.csv'), text),
  "docs/guides/usage-events.md: import { readFile } from 'node:fs/promises'": async (block) => {
    // The server of the test signs addresses of another origin than it listens at.
    const text = block.text.replace('fetch(upload.url', `fetch(upload.url.replace(new URL(upload.url).origin, '${url}')`)
    const [id = '', status] = (await printed({ ...block, text })).trim().split(' ')
    expect(status).toBe('pending')
    await server.drain()
    const imported = await merchant.request('GET', `/v1/event-imports/${id}`)
    expect(imported.json).toMatchObject({ status: 'completed', inserted: 2, refused: 0 })
  },
  // The test of the partitions runs it.
  'docs/guides/usage-events.md: begin;': ({ file }) =>
    expect(readFileSync('server/money/usage/events/partitions.test.ts', 'utf8')).toContain(`readFile('${file}'`),
  'docs/guides/usage-events.md: psql "$DATABASE_URL" --command "\\copy usage_events_2026_01 to \'usage_events_2026_01.csv\' csv header" --command \'drop table usage_events_2026_01\'':
    checkCommands,
  // The test of the hand-over runs it.
  'docs/guides/outgrow-postgresql.md: begin;': ({ file }) =>
    expect(readFileSync('server/money/usage/events/archive/hand-over.test.ts', 'utf8')).toContain(`readFile('${file}'`),
  "docs/guides/outgrow-postgresql.md: clickhouse-client --query \"SELECT organization_id, id, concat(toString(timestamp), 'Z'), name, source, nullIf(customer_id, ''), nullIf(external_customer_id, ''),":
    (block) => {
      checkCommands(block)
      const columns = /copy usage_events_2026_01 \(([^)]*)\)/.exec(block.text)?.[1]?.replaceAll('\\"', '').split(', ') ?? []
      expect(columns).toHaveLength(9)
      const creation = readFileSync('server/money/usage/events/archive/adapters/clickhouse.ts', 'utf8')
      for (const column of columns)
        expect([column, block.text.includes(column), creation.includes(`  ${column} `)]).toEqual([column, true, true])
    },
  'docs/guides/upgrade.md: git checkout 989a4d8b': (block) => checkCommands(block),
  'docs/guides/upgrade.md: A newer Guildhall wrote this database (0130_example). Start that version, or a newer one.': ({ text }) => {
    const source = readFileSync('server/platform/database/migrations/migrations.ts', 'utf8')
    const [before = '', after = ''] = text.trim().split('0130_example')
    expect([source.includes(before), source.includes(after)]).toEqual([true, true])
  },
}

/** A report without its numbers. */
function shapeOf(report: string): string {
  return report.replaceAll(/\d+/g, 'N')
}

const nameOf = ({ file, text }: CodeBlock) => `${file}: ${text.split('\n', 1)[0]}`

test('blocks are found with their line and language', () => {
  expect(codeBlocksOf('a.md', 'text\n\n```sh\nls\n```\n\n```\nout\n```\n')).toEqual([
    { file: 'a.md', line: 3, language: 'sh', text: 'ls\n' },
    { file: 'a.md', line: 7, language: '', text: 'out\n' },
  ])
})

test('every block has a check, and every check a block', () => {
  expect(documentedBlocks().map(nameOf).sort()).toEqual(Object.keys(checks).sort())
})

test.for(documentedBlocks())('$file:$line does what it says', (block) => checks[nameOf(block)]?.(block))

test('links between documents lead to files that exist', () => {
  const files = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n')
  const broken = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(resolve(file, '..', target)))
      .map((target) => `${file}: ${target}`),
  )
  expect(broken).toEqual([])
})
