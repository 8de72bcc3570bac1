// The hooks of the published React client in a real browser, on a page of the server's own origin.
import { build, type Rolldown } from 'vite'
import { beforeAll, expect } from 'vitest'
import { PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
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

test('useSession returns the current session and follows every change', async ({ page, context }) => {
  await page.route('**/session-page.html*', (route) => route.fulfill({ contentType: 'text/html', body: HTML }))
  await page.route('**/session-page.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
  const email = uniqueEmail()
  const signUp = await page.request.post('/api/auth/sign-up/email', { data: { name: 'Ada Byron', email, password: PASSWORD } })
  expect(signUp.status()).toBe(200)
  await context.clearCookies()
  const responses: string[] = []
  page.on('response', (response) => void responses.push(`${new URL(response.url()).pathname} ${response.status()}`))
  await page.goto(`/session-page.html#${new URLSearchParams({ email, password: PASSWORD })}`)
  const shows = (text: string) => page.locator('output').getByText(text, { exact: true }).waitFor()
  await shows('anonymous')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await shows('Ada Byron')
  await expect.poll(() => page.locator('time').textContent()).toMatch(/^\d{4}-.*Z$/)
  await page.getByRole('button', { name: 'Rename' }).click()
  await shows('Ada Lovelace')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await shows('anonymous')
  await expect.poll(() => context.cookies().then((all) => all.map(({ name }) => name))).toEqual(['better-auth.device'])
  expect(responses.filter((line) => line.startsWith('/api/'))).toEqual([
    '/api/auth/get-session 200',
    '/api/auth/sign-in/email 200',
    '/api/auth/get-session 200',
    '/api/auth/update-user 200',
    '/api/auth/get-session 200',
    '/api/auth/sign-out 200',
    '/api/auth/get-session 200',
  ])
})

test('the organization hooks return the organizations, the active one and the active member, and follow every change that the client refetches', async ({
  page,
}) => {
  await page.route('**/session-page.html*', (route) => route.fulfill({ contentType: 'text/html', body: HTML }))
  await page.route('**/session-page.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
  const signUp = { name: 'Ada Byron', email: uniqueEmail(), password: PASSWORD }
  expect((await page.request.post('/api/auth/sign-up/email', { data: signUp })).status()).toBe(200)
  const failed: string[] = []
  page.on('response', (response) => void (response.status() >= 400 && failed.push(`${response.url()} ${response.status()}`)))
  await page.goto('/session-page.html?organizations')
  const shows = async (list: string, active: string, member?: string) => {
    for (const [id, text] of Object.entries({ list, active, ...(member !== undefined && { member }) }))
      await page.locator(`#${id}`).getByText(text, { exact: true }).waitFor()
  }
  const press = (name: string) => page.getByRole('button', { name }).click()
  await shows('list:', 'anonymous', 'anonymous')
  await press('Create Byron')
  await page.locator('#list').getByText('list: Byron', { exact: true }).waitFor()
  await press('Choose the first')
  await shows('list: Byron', 'Byron of 1')
  await press('Create Lovelace')
  await page.locator('#list').getByText('list: Byron, Lovelace', { exact: true }).waitFor()
  await press('Choose none')
  await shows('list: Byron, Lovelace', 'anonymous')
  await press('Choose the first')
  await shows('list: Byron, Lovelace', 'Byron of 1')
  await press('Rename the first')
  await page.locator('#list').getByText('list: Babbage, Lovelace', { exact: true }).waitFor()
  // The client fetches the member only together with the session: a reload shows both.
  await page.reload()
  await shows('list: Babbage, Lovelace', 'Babbage of 1', 'Ada Byron is owner')
  await press('Delete the first')
  await page.locator('#list').getByText('list: Lovelace', { exact: true }).waitFor()
  await page.reload()
  await shows('list: Lovelace', 'anonymous', 'anonymous')
  expect(failed).toEqual([])
})
