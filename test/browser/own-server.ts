// A server of its own for a browser test: with settings, a movable clock, and a signed-in user.
import type { Page } from 'playwright-core'
import { movableClock } from '#platform/clock.ts'
import { currentPages } from '#platform/http/pages/built-pages.ts'
import { PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { freePort } from '#test/support/postgres.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

export interface OwnServer {
  readonly server: TestServer
  readonly url: string
  readonly email: string
}

/** Settings by name; a function receives the address at which the server listens, which is BASE_URL where they name no other. */
type OwnServerSettings = Readonly<Record<string, string>> | ((url: string) => Promise<Readonly<Record<string, string>>>)

/** Starts a server with a movable clock, runs `run` with it and its address, and closes it. */
export async function withServer(
  page: Page,
  settings: OwnServerSettings,
  run: (server: TestServer, url: string) => Promise<void>,
): Promise<void> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const clock = movableClock(new Date())
  const own = typeof settings === 'function' ? await settings(url) : settings
  const server = await testServer({ settings: { BASE_URL: url, ...own }, clock, pages: currentPages(process.cwd()) })
  try {
    await server.app.listen({ port, host: 'localhost' })
    await run(server, url)
    // The files that the page still loads ahead would fail when the server is gone.
    await page.goto('about:blank')
  } finally {
    await server.close()
  }
}

/** Starts a server like `withServer`, signs Elin Sandberg in and runs `run`. */
export function withOwnServer(page: Page, settings: OwnServerSettings, run: (own: OwnServer) => Promise<void>): Promise<void> {
  return withServer(page, settings, async (server, url) => {
    const email = uniqueEmail()
    const data = { name: 'Elin Sandberg', email, password: PASSWORD }
    await page.request.post(`${url}/api/auth/sign-up/email`, { data, headers: { origin: url } })
    await run({ server, url, email })
  })
}

/** An event stream without events: a response cannot be passed on before its end. */
const EMPTY_STREAM = { contentType: 'text/event-stream', body: 'retry: 60000\n\n' }

/** Leads the requests of a page to `publicUrl`, the BASE_URL of a server, to the address at which it listens; pages get no event streams. */
export async function servePublicly(page: Page, publicUrl: string, url: string): Promise<void> {
  await page.route(`${publicUrl}/**`, async (route) => {
    const target = route.request().url().replace(publicUrl, url)
    if (target.endsWith('/stream')) await route.fulfill(EMPTY_STREAM)
    else await route.fulfill({ response: await route.fetch({ url: target, maxRedirects: 0 }) })
  })
}
