// `useSession` of the published React client in a real browser, on a page of the server's own origin.
import { build, type Rolldown } from 'vite'
import { beforeAll, expect } from 'vitest'
import { newAddress, PASSWORD } from '#test/support/a-person.ts'
import { test } from '#test/support/browser.ts'

const HTML =
  '<!doctype html><title>Session</title><link rel="icon" href="data:,"><div id="root"></div><script type="module" src="/session-page.js"></script>'

let script: string

beforeAll(async () => {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { development: false } },
    build: { write: false, minify: false, rolldownOptions: { input: 'test/browser/session-page.tsx' } },
  })) as Rolldown.RolldownOutput
  script = built.output[0].code
})

test('useSession tells who is signed in, and of every change', async ({ page, context }) => {
  await page.route('**/session-page.html', (route) => route.fulfill({ contentType: 'text/html', body: HTML }))
  await page.route('**/session-page.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
  const email = newAddress()
  const made = await page.request.post('/api/auth/sign-up/email', { data: { name: 'Ada Byron', email, password: PASSWORD } })
  expect(made.status()).toBe(200)
  await context.clearCookies()
  const asked: string[] = []
  page.on('response', (answer) => void asked.push(`${new URL(answer.url()).pathname} ${answer.status()}`))
  await page.goto(`/session-page.html#${new URLSearchParams({ email, password: PASSWORD })}`)
  const shows = (text: string) => page.locator('output').getByText(text, { exact: true }).waitFor()
  await shows('nobody')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await shows('Ada Byron')
  expect(await page.locator('time').textContent()).toMatch(/^\d{4}-.*Z$/)
  await page.getByRole('button', { name: 'Rename' }).click()
  await shows('Ada Lovelace')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await shows('nobody')
  expect(await context.cookies().then((all) => all.map(({ name }) => name))).toEqual(['better-auth.device'])
  expect(asked.filter((line) => line.startsWith('/api/'))).toEqual([
    '/api/auth/get-session 200',
    '/api/auth/sign-in/email 200',
    '/api/auth/get-session 200',
    '/api/auth/update-user 200',
    '/api/auth/get-session 200',
    '/api/auth/sign-out 200',
    '/api/auth/get-session 200',
  ])
})
