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

/** Settings by name; a function receives the base URL of the server. */
type OwnServerSettings = Readonly<Record<string, string>> | ((url: string) => Promise<Readonly<Record<string, string>>>)

/** Starts a server with a movable clock, signs Elin Sandberg in, runs `run`, and closes the server. */
export async function withOwnServer(page: Page, settings: OwnServerSettings, run: (own: OwnServer) => Promise<void>): Promise<void> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const clock = movableClock(new Date())
  const own = typeof settings === 'function' ? await settings(url) : settings
  const server = await testServer({ settings: { ...own, BASE_URL: url }, clock, pages: currentPages(process.cwd()) })
  try {
    await server.app.listen({ port, host: 'localhost' })
    const email = uniqueEmail()
    const data = { name: 'Elin Sandberg', email, password: PASSWORD }
    await page.request.post(`${url}/api/auth/sign-up/email`, { data, headers: { origin: url } })
    await run({ server, url, email })
    // What the page still loads ahead would fail when the server is gone.
    await page.goto('about:blank')
  } finally {
    await server.close()
  }
}
