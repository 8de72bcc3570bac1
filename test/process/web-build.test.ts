// Databases: both.
// The web app and the bundled server after an upgrade, in a copy of the program: they are built anew, once, and pages that are open keep
// working.
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guildhall, type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { freePort } from '#test/support/postgres.ts'

const PROGRAM = ['guildhall.js', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.web.json', 'vite.config.ts']
const FOLDERS = ['server', 'web', 'client', 'locales', 'emails', 'scripts/web', 'scripts/bundle-server.ts']
const copy = mkdtempSync(join(tmpdir(), 'guildhall-copy-'))
const entry = join(copy, 'guildhall.js')
/** The servers by the name of their data directory. */
const running = new Map<string, RunningGuildhall>()

beforeAll(() => {
  for (const path of [...PROGRAM, ...FOLDERS]) cpSync(path, join(copy, path), { recursive: true })
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
  // One language behaves like all of them, and is built in an eighth of the time.
  const config = readFileSync(join(copy, 'vite.config.ts'), 'utf8')
  const oneLanguage = config.replace('buyerLanguages.flatMap(', '[DEFAULT_LANGUAGE].flatMap(')
  expect(oneLanguage).not.toBe(config)
  writeFileSync(join(copy, 'vite.config.ts'), oneLanguage)
})
afterAll(async () => {
  await Promise.all([...running.values()].map((each) => each.stop('SIGKILL')))
  rmSync(copy, { recursive: true, force: true })
})

async function start(name: string): Promise<RunningGuildhall> {
  const env = { DATA_DIR: join(copy, name), PORT: String(await freePort()), LOG_LEVEL: 'warn' }
  const server = await startGuildhall(env, [], [], entry)
  running.set(name, server)
  return server
}

/** The script that the sign-in page starts with. */
async function scriptOf({ baseUrl }: RunningGuildhall): Promise<string> {
  const html = await (await fetch(`${baseUrl}/sign-in`, { headers: { accept: 'text/html' } })).text()
  return /src="(\/-\/assets\/auth-[^"]+\.js)"/.exec(html)?.[1] ?? 'none'
}

const statusOf = async ({ baseUrl }: RunningGuildhall, path: string) => (await fetch(`${baseUrl}${path}`)).status

test('two processes that start at once without a build both serve a whole one', { timeout: 240_000 }, async () => {
  const [first, second] = await Promise.all([start('one'), start('two')])
  const script = await scriptOf(first)
  expect(await scriptOf(second)).toBe(script)
  expect([await statusOf(first, script), await statusOf(second, script)]).toEqual([200, 200])
  expect(readdirSync(join(copy, 'dist'))).toHaveLength(2)
  expect(readdirSync(join(copy, 'dist/server'))).toHaveLength(1)
})

test('a start after an upgrade serves the new web app, and still the scripts of pages that are open', { timeout: 240_000 }, async () => {
  const [first, second] = [running.get('one'), running.get('two')]
  if (!first || !second) throw new Error('The servers did not start.')
  const before = await scriptOf(first)
  await first.stop('SIGTERM')
  appendFileSync(join(copy, 'web/auth/main.tsx'), "\ndocument.documentElement.dataset['upgraded'] = 'yes'\n")
  const upgraded = await start('one')
  const after = await scriptOf(upgraded)
  expect(after).not.toBe(before)
  expect(await (await fetch(`${upgraded.baseUrl}${after}`)).text()).toContain('upgraded')
  expect(await statusOf(upgraded, before)).toBe(200)
  // The process of the older version was not disturbed.
  expect([await scriptOf(second), await statusOf(second, before)]).toEqual([before, 200])
  const doctor = async (name: string) => {
    const { out } = await guildhall(['doctor', '--json'], { DATA_DIR: join(copy, name) }, { entry })
    return (JSON.parse(out) as { findings: { name: string; state: string; sentence: string }[] }).findings
  }
  expect(await doctor('two')).toContainEqual({
    name: 'server',
    state: 'warning',
    sentence: expect.stringContaining('is installed: restart it to complete the upgrade.'),
  })
  expect((await doctor('one')).map(({ name }) => name)).not.toContain('server')
})

test('a command runs from the bundle of the present sources, and from the sources once they have changed', async () => {
  const help = async () => (await guildhall(['--help'], {}, { entry })).out
  const [bundle = ''] = readdirSync(join(copy, 'dist/server'))
  const bundled = join(copy, 'dist/server', bundle, 'cli.mjs')
  const replace = (file: string, text: string) => writeFileSync(file, readFileSync(file, 'utf8').replace('Starts Guildhall.', text))
  replace(bundled, 'Starts from its bundle.')
  expect(await help()).toContain('Starts from its bundle.')
  replace(join(copy, 'server/cli.ts'), 'Starts from changed sources.')
  expect(await help()).toContain('Starts from changed sources.')
})

test('a program without sources runs from its bundle', async () => {
  const image = mkdtempSync(join(tmpdir(), 'guildhall-image-'))
  for (const path of ['guildhall.js', 'package.json', 'server/platform/bundle.ts', 'dist'])
    cpSync(join(copy, path), join(image, path), { recursive: true })
  symlinkSync(resolve('node_modules'), join(image, 'node_modules'))
  const { out } = await guildhall(['--help'], {}, { entry: join(image, 'guildhall.js') })
  expect(out).toContain('Starts from its bundle.')
  rmSync(image, { recursive: true })
})
