// A house of its own for a browser: with settings, a clock that moves, and somebody who is signed in.
import type { Page } from 'playwright-core'
import { movableClock } from '#platform/clock.ts'
import { builtPages } from '#platform/http/pages/built.ts'
import { newAddress, PASSWORD } from '#test/support/a-user.ts'
import { freePort } from '#test/support/postgres.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

export interface Home {
  readonly server: TestServer
  readonly url: string
  readonly email: string
}

/** Settings by name; a function is told where the house will be. */
type HomeSettings = Readonly<Record<string, string>> | ((url: string) => Promise<Readonly<Record<string, string>>>)

/** Runs with a house of its own whose clock can be moved, and Elin Sandberg signed in there; closes it afterwards. */
export async function atHome(page: Page, settings: HomeSettings, run: (home: Home) => Promise<void>): Promise<void> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const clock = movableClock(new Date())
  const own = typeof settings === 'function' ? await settings(url) : settings
  const server = await testServer({ settings: { ...own, BASE_URL: url }, clock, pages: await builtPages('dist') })
  try {
    await server.app.listen({ port, host: 'localhost' })
    const email = newAddress()
    const data = { name: 'Elin Sandberg', email, password: PASSWORD }
    await page.request.post(`${url}/api/auth/sign-up/email`, { data, headers: { origin: url } })
    await run({ server, url, email })
  } finally {
    await server.close()
  }
}
