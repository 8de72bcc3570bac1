// Databases: both.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { respond } from '#server/cli.ts'
import { guildhall } from '#test/support/guildhall.ts'

const ENV = { DATA_DIR: join(tmpdir(), 'guildhall-that-no-test-creates') }
const VERBS = [
  'start',
  'dev',
  'migrate',
  'doctor',
  'create-admin',
  'verify-ledger',
  'verify-usage',
  'verify-metrics',
  'jobs',
  'openapi',
  'secret',
  'clock',
  'catch-up',
]

/** Runs the command in this process. */
async function answerTo(args: readonly string[]): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const [out, err]: [string[], string[]] = [[], []]
  const terminal = { out: (text: string) => void out.push(text), err: (text: string) => void err.push(text) }
  const code = await respond(args, terminal, () => undefined)
  return { code, out: out.join(''), err: err.join('') }
}

test('without a verb the command prints its verbs, and an unknown verb is an error', async () => {
  const [plain, help, unknown] = await Promise.all([guildhall([], ENV), answerTo(['--help']), guildhall(['fly'], ENV)])
  for (const verb of VERBS) expect(plain.out).toContain(`  ${verb} `)
  expect([plain.code, help.code, help.out]).toEqual([0, 0, plain.out])
  expect([unknown.code, unknown.out, unknown.err]).toEqual([2, '', expect.stringContaining("There is no verb 'fly'.")])
})

test('a mistyped verb is answered with the nearest one', async () => {
  const [near, far] = await Promise.all([answerTo(['strat']), answerTo(['xylophone'])])
  expect(near.err).toContain("There is no verb 'strat'. Did you mean 'start'?")
  expect(far.err).not.toContain('Did you mean')
})

test('the help of a verb is asked for in three ways, and the version in three', async () => {
  const [long, short, word, ...versions] = await Promise.all(
    [['doctor', '--help'], ['doctor', '-h'], ['help', 'doctor'], ['--version'], ['-v'], ['version']].map(answerTo),
  )
  expect(long?.out).toContain('Usage: guildhall doctor')
  expect([short?.out, word?.out]).toEqual([long?.out, long?.out])
  expect(new Set(versions.map(({ code, out }) => `${code} ${out}`)).size).toBe(1)
})

test('settings are read from .env, below the environment, and doctor names the file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-env-'))
  await writeFile(join(folder, '.env'), 'PORT=nonsense\nSMTP_URL=smtp://127.0.0.1:1\n')
  const [invalid, overridden] = await Promise.all([
    guildhall(['doctor'], ENV, { cwd: folder }),
    guildhall(['doctor'], { ...ENV, PORT: '4000' }, { cwd: folder }),
  ])
  await rm(folder, { recursive: true })
  expect(invalid.out).toContain('PORT must be a whole number')
  expect(overridden.out).toContain(`then from ${join(folder, '.env')}.`)
  expect(overridden.out).toContain('FAULT    mail        The mail server cannot be used')
})

test('a lifetime may be short for a trial, not in production', async () => {
  const trial = { ...ENV, SESSION_EXPIRES_IN: '1', CHECKOUT_EXPIRES_IN: '1' }
  const [development, production] = await Promise.all([
    guildhall(['doctor'], trial),
    guildhall(['doctor'], { ...trial, NODE_ENV: 'production' }),
  ])
  expect(development.out).toContain('The settings are valid')
  expect(production.out).toContain('SESSION_EXPIRES_IN must be at least 60 in production (it is "1").')
  expect(production.out).toContain('CHECKOUT_EXPIRES_IN must be at least 1800 in production (it is "1").')
})

test('a reader that closes the pipe early is no fault', () => {
  const command = `set -o pipefail; "${process.execPath}" guildhall.js openapi | head -1`
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command], { encoding: 'utf8' })
  expect([status, stdout, stderr]).toEqual([0, '{\n', ''])
})

test('the command prints its version', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  expect(await guildhall(['--version'], ENV)).toMatchObject({ code: 0, out: `${version}\n`, err: '' })
})

test.for(VERBS)('%s --help prints its usage', async (verb) => {
  const { code, out } = await answerTo([verb, '--help'])
  expect([code, out]).toEqual([0, expect.stringContaining(`Usage: guildhall ${verb}`)])
})

test.for([
  [['migrate', 'sideways'], "'sideways' is neither up nor status."],
  [['start', '--role', 'king'], '--role must be one of all, web, worker.'],
  [['create-admin'], 'The email is missing.'],
  [['create-admin', 'nonsense'], '"nonsense" is not an email like ada@example.com.'],
  [['create-admin', 'ada@example.com', '--email', 'ada@example.com'], 'The email is given twice.'],
  [['secret', '--loud'], '--loud'],
  [['jobs', 'bury'], "'bury' is neither list nor retry."],
  [['jobs', 'list', '--all'], '--all is an option of retry.'],
  [['jobs', 'retry'], 'retry takes either the id of a job or --all.'],
  [['jobs', 'retry', 'first'], "'first' is not the id of a job."],
  [['catch-up', 'start'], "'start' is neither list nor confirm."],
  [['catch-up', 'confirm'], 'confirm needs the slug of an organization.'],
  [['clock', 'stop'], "'stop' is neither advance nor show."],
  [['clock', 'advance', '--by', 'P1M'], '--organization is missing.'],
  [['clock', 'advance', '--organization', 'acme'], 'advance takes either --by or --to.'],
  [['clock', 'advance', '--organization', 'acme', '--to', 'soon'], "'soon' is not an instant"],
  [['doctor', 'now'], "'now' is not expected here."],
] as [string[], string][])('the wrong call %j fails with a sentence and a reference to --help', async ([args, message]) => {
  const { code, err } = await answerTo(args)
  expect([code, err]).toEqual([2, expect.stringContaining(message)])
  expect(err).toContain(`See guildhall ${args[0]} --help.`)
})

test('all invalid settings are reported at once, with exit code 78', async () => {
  const env = { ...ENV, NODE_ENV: 'production', PORT: 'x', AUTH_SECRET: 'short' }
  const [text, json] = await Promise.all([guildhall(['start'], env), guildhall(['start', '--json'], env)])
  expect([text.code, json.code]).toEqual([78, 78])
  for (const name of ['PORT', 'AUTH_SECRET', 'SMTP_URL', 'BASE_URL']) expect(text.err).toContain(`  - ${name}`)
  expect((JSON.parse(json.out) as { faults: string[] }).faults).toHaveLength(4)
})

test('the embedded database cannot be used with --role web or worker', async () => {
  const { code, err } = await guildhall(['start', '--role', 'worker'], ENV)
  expect([code, err]).toEqual([1, '--role worker needs DATABASE_URL: the embedded database belongs to one process.\n'])
})

test('migrate and doctor report an unreachable database with a sentence', async () => {
  const env = { ...ENV, DATABASE_URL: 'postgres://nobody:geheim@127.0.0.1:1/none' }
  const [migrate, doctor] = await Promise.all([guildhall(['migrate'], env), guildhall(['doctor'], env)])
  expect([migrate.code, migrate.err]).toEqual([1, expect.stringContaining('The database at 127.0.0.1:1 cannot be reached.')])
  expect([doctor.code, doctor.out]).toEqual([1, expect.stringContaining('FAULT    database    The database cannot be reached')])
  expect(migrate.err + doctor.out).not.toContain('geheim')
})

test('doctor reports a mail server that does not answer', async () => {
  const { code, out } = await guildhall(['doctor'], { ...ENV, SMTP_URL: 'smtp://127.0.0.1:1' })
  expect([code, out]).toEqual([1, expect.stringContaining('FAULT    mail        The mail server cannot be used')])
})

test('the openapi verb needs neither settings nor a database', async () => {
  const { code, out } = await guildhall(['openapi', '--base-url', 'https://shop.test'], ENV)
  const document = JSON.parse(out) as { openapi: string; servers: unknown[]; paths: Record<string, unknown> }
  expect([code, document.openapi, document.servers]).toEqual([0, '3.1.0', [{ url: 'https://shop.test' }]])
  expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/api/auth/sign-in/email', '/v1/products/']))
})

test('the secret verb prints a new secret of sufficient length each time', async () => {
  const [first, second] = await Promise.all([guildhall(['secret'], ENV), guildhall(['secret', '--json'], ENV)])
  expect(first.out).toMatch(/^[\w-]{64}\n$/)
  expect((JSON.parse(second.out) as { secret: string }).secret).not.toBe(first.out.trim())
})
