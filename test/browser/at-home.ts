// A house of its own for a browser: with settings, a clock that moves, and somebody who is signed in.
import type { Page } from 'playwright-core'
import { movableClock } from '#platform/clock.ts'
import { builtPages } from '#platform/http/pages/built.ts'
import { newAddress, PASSWORD } from '#test/support/a-person.ts'
import { freePort } from '#test/support/postgres.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

export interface Home {
  readonly server: TestServer
  readonly url: string
  readonly email: string
}

/** Runs with a house of its own whose clock can be moved, and Elin Sandberg signed in there; closes it afterwards. */
export async function atHome(page: Page, settings: Record<string, string>, run: (home: Home) => Promise<void>): Promise<void> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const clock = movableClock(new Date())
  const server = await testServer({ settings: { ...settings, BASE_URL: url }, clock, pages: await builtPages('dist') })
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
