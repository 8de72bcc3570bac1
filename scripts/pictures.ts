// `npm run pictures` makes the pictures of README in docs/images: a server with an example organization, seen by a browser. The time is
// fixed, so that a picture changes only with what it shows.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { movableClock } from '#platform/clock.ts'
import { currentPages } from '#platform/http/pages/built-pages.ts'
import { PASSWORD } from '#test/support/a-user.ts'
import { chromiumArguments, findChromium } from '#test/support/chromium.ts'
import { ownDatabase } from '#test/support/database.ts'
import { freePort } from '#test/support/postgres.ts'
import { type TestServer, testServer } from '#test/support/server.ts'
import { freshBuild } from './fresh-build.ts'
import { BEGINNING, createNorthwind, NOW, OWNER, SLUG } from './pictures/northwind.ts'

const FOLDER = 'docs/images'
const SIZE = { width: 1280, height: 800 }
/** A larger picture would slow down the page that shows it. */
const BYTES = 200_000
const WAIT_MS = 15_000

/** The pictures: the file, the page, and the heading that shows that the page is there. */
const PICTURES = [
  { name: 'overview', path: `/dashboard/${SLUG}`, heading: 'Overview' },
  { name: 'organization', path: `/dashboard/${SLUG}/settings/members`, heading: 'Members' },
  { name: 'account', path: '/account/security', heading: 'Security' },
  { name: 'administration', path: '/admin/users', heading: 'Users' },
] as const

/** Starts a server with an empty database. Its clock stands still at `BEGINNING`. */
async function startServer(folder: string): Promise<TestServer> {
  const port = await freePort()
  const server = await testServer({
    settings: { BASE_URL: `http://localhost:${port}`, DATA_DIR: folder, BOOTSTRAP_ADMIN_EMAIL: OWNER.email },
    database: await ownDatabase(),
    clock: movableClock(BEGINNING),
    pages: await currentPages(process.cwd()),
  })
  await server.app.listen({ port, host: '127.0.0.1' })
  return server
}

/** Opens a browser in which the owner has signed in. */
async function signIn(browser: Browser, url: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: SIZE,
    deviceScaleFactor: 1,
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(WAIT_MS)
  await context.clock.setFixedTime(NOW)
  const data = { email: OWNER.email, password: PASSWORD }
  const answer = await context.request.post('/api/auth/sign-in/email', { data, headers: { origin: url } })
  if (!answer.ok()) throw new Error(`The sign-in was answered ${answer.status()}: ${await answer.text()}`)
  return context
}

/** Writes the pictures. Throws when a page has an error or a picture is too large. */
async function takePictures(context: BrowserContext): Promise<void> {
  const errors: Error[] = []
  context.on('weberror', (fault) => errors.push(fault.error()))
  const page = await context.newPage()
  for (const { name, path, heading } of PICTURES) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await page.evaluate('document.fonts.ready.then(() => true)')
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    if (errors.length > 0) throw new AggregateError(errors, `${path} has errors.`)
    if (picture.length > BYTES) throw new Error(`The picture of ${path} has ${picture.length} bytes, at most ${BYTES}.`)
    writeFileSync(`${FOLDER}/${name}.png`, picture)
    console.log(`${FOLDER}/${name}.png: ${Math.ceil(picture.length / 1000)} kB`)
  }
}

async function run(): Promise<void> {
  const found = await findChromium()
  if (!found) throw new Error('There is no browser. Set CHROMIUM_PATH to a Chromium or Chrome of this machine.')
  const build = await freshBuild.run({})
  if (build.failed > 0) throw new Error(build.output)
  const { executablePath, env } = found
  const browser = await chromium.launch({ executablePath, args: [...chromiumArguments], env: { ...process.env, ...env } })
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-pictures-'))
  let server: TestServer | undefined
  try {
    server = await startServer(folder)
    await createNorthwind(server)
    await takePictures(await signIn(browser, server.settings.BASE_URL))
  } finally {
    await browser.close()
    await server?.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

await run()
