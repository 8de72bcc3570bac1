import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { guildhall } from '#test/support/guildhall.ts'

const ENV = { DATA_DIR: join(tmpdir(), 'guildhall-that-no-test-makes') }
const VERBS = ['start', 'dev', 'migrate', 'doctor', 'create-admin', 'verify-ledger', 'jobs', 'openapi', 'secret']

test('without a verb the command tells its verbs; an unknown one is a mistake', async () => {
  const [bare, help, unknown] = await Promise.all([guildhall([], ENV), guildhall(['--help'], ENV), guildhall(['fly'], ENV)])
  for (const verb of VERBS) expect(bare.out).toContain(`  ${verb} `)
  expect([bare.code, help.code, help.out]).toEqual([0, 0, bare.out])
  expect([unknown.code, unknown.out, unknown.err]).toEqual([2, '', expect.stringContaining("There is no verb 'fly'.")])
})

test('the command tells its version', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  expect(await guildhall(['--version'], ENV)).toMatchObject({ code: 0, out: `${version}\n`, err: '' })
})

test.for(VERBS)('%s --help tells how it is used', async (verb) => {
  const { code, out } = await guildhall([verb, '--help'], ENV)
  expect([code, out]).toEqual([0, expect.stringContaining(`Usage: guildhall ${verb}`)])
})

test.for([
  [['migrate', 'sideways'], "'sideways' is neither up nor status."],
  [['start', '--role', 'king'], '--role must be one of all, web, worker.'],
  [['create-admin'], '--email is missing.'],
  [['create-admin', '--email', 'nonsense'], '--email must be an e-mail address'],
  [['secret', '--loud'], '--loud'],
  [['jobs', 'bury'], "'bury' is neither list nor retry."],
  [['jobs', 'list', '--all'], '--all belongs to retry.'],
  [['jobs', 'retry'], 'retry takes either the id of a job or --all.'],
  [['jobs', 'retry', 'first'], "'first' is not the id of a job."],
  [['doctor', 'now'], "'now' is not expected here."],
] as [string[], string][])('%j is called wrongly', async ([args, words]) => {
  const { code, err } = await guildhall(args, ENV)
  expect([code, err]).toEqual([2, expect.stringContaining(words)])
  expect(err).toContain(`See guildhall ${args[0]} --help.`)
})

test('settings that are not right are all told at once, with an exit code of their own', async () => {
  const env = { ...ENV, NODE_ENV: 'production', PORT: 'x', AUTH_SECRET: 'short' }
  const [told, json] = await Promise.all([guildhall(['start'], env), guildhall(['start', '--json'], env)])
  expect([told.code, json.code]).toEqual([78, 78])
  for (const name of ['PORT', 'AUTH_SECRET', 'SMTP_URL', 'BASE_URL']) expect(told.err).toContain(`  - ${name}`)
  expect((JSON.parse(json.out) as { faults: string[] }).faults).toHaveLength(4)
})

test('one process cannot be web or worker alone on the embedded database', async () => {
  const { code, err } = await guildhall(['start', '--role', 'worker'], ENV)
  expect([code, err]).toEqual([1, '--role worker needs DATABASE_URL: the embedded database belongs to one process.\n'])
})

test('a database that cannot be reached is told in words, by a migration and by the doctor', async () => {
  const env = { ...ENV, DATABASE_URL: 'postgres://nobody:geheim@127.0.0.1:1/none' }
  const [migrate, doctor] = await Promise.all([guildhall(['migrate'], env), guildhall(['doctor'], env)])
  expect([migrate.code, migrate.err]).toEqual([1, expect.stringContaining('The database at 127.0.0.1:1 cannot be reached.')])
  expect([doctor.code, doctor.out]).toEqual([1, expect.stringContaining('FAULT    database    It cannot be reached')])
  expect(migrate.err + doctor.out).not.toContain('geheim')
})

test('a mail server that does not answer is a fault that the doctor finds', async () => {
  const { code, out } = await guildhall(['doctor'], { ...ENV, SMTP_URL: 'smtp://127.0.0.1:1' })
  expect([code, out]).toEqual([1, expect.stringContaining('FAULT    mail        The mail server does not take mail')])
})

test('the OpenAPI document needs neither settings nor a database', async () => {
  const { code, out } = await guildhall(['openapi', '--base-url', 'https://shop.test'], ENV)
  const document = JSON.parse(out) as { openapi: string; servers: unknown[]; paths: Record<string, unknown> }
  expect([code, document.openapi, document.servers]).toEqual([0, '3.1.0', [{ url: 'https://shop.test' }]])
  expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/api/auth/sign-in/email', '/v1/products/']))
})

test('a secret is long enough to be one, and new each time', async () => {
  const [one, other] = await Promise.all([guildhall(['secret'], ENV), guildhall(['secret', '--json'], ENV)])
  expect(one.out).toMatch(/^[\w-]{64}\n$/)
  expect((JSON.parse(other.out) as { secret: string }).secret).not.toBe(one.out.trim())
})
