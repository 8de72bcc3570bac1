// Sign-in by providers in a real browser, from the click to the session, against a real OIDC provider on another site.
import type { Page } from 'playwright-core'
import { build, type Rolldown } from 'vite'
import { beforeAll, expect } from 'vitest'
import { profiles } from '#test/providers/profiles.ts'
import { type RealProviders, realProviders } from '#test/providers/real-provider.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { forgetCookies, picture, test } from '#test/support/browser.ts'
import { type OwnServer, withOwnServer } from './own-server.ts'

const HTML =
  '<!doctype html><title>Social</title><link rel="icon" href="data:,"><body><script type="module" src="/social-page.js"></script></body>'

let script: string
beforeAll(async () => {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, target: 'esnext', rolldownOptions: { input: 'test/browser/social-page.ts' } },
  })) as Rolldown.RolldownOutput
  script = built.output[0].code
})

interface ProviderServer extends OwnServer {
  readonly providers: RealProviders
}

/** A server with local OIDC providers: requests to the public provider hosts are redirected to them, on another site. */
async function withProviders(page: Page, run: (server: ProviderServer) => Promise<void>): Promise<void> {
  let providers: RealProviders | undefined
  const settings = async (url: string) => {
    providers = await realProviders(url)
    return providers.settings
  }
  try {
    await withOwnServer(page, settings, async (own) => {
      if (!providers) return
      const { proxiedUrl } = providers
      for (const { hosts } of Object.values(profiles))
        await page.context().route(`https://${hosts[0]}/**`, (route) => {
          // The providers date their tokens by the system clock, and a token of the future is refused.
          own.server.clock.set(new Date())
          return route.fulfill({ status: 302, headers: { location: proxiedUrl(route.request().url()) } })
        })
      await run({ ...own, providers })
    })
  } finally {
    await providers?.close()
  }
}

let last = 7000
const newcomer = () => {
  last += 1
  return { id: String(last), email: uniqueEmail(), name: 'Grace Hopper' }
}
const allow = (page: Page) => page.getByRole('button', { name: 'Allow' }).click()

test('the published client signs in with Google and with the form post of Apple, and links one to the other', async ({ page, context }) => {
  await withProviders(page, async ({ url, providers }) => {
    await forgetCookies(context)
    await page.route('**/social-page.html*', (route) => route.fulfill({ contentType: 'text/html', body: HTML }))
    await page.route('**/social-page.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
    const shows = (text: string) => page.locator('output').getByText(text, { exact: true }).waitFor()
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const open = () => page.goto(`${url}/social-page.html`)
    await open()
    await shows('anonymous')

    const grace = newcomer()
    providers.setUser(grace)
    await press('Sign in with Google')
    await page.getByRole('heading', { name: 'Grace Hopper' }).waitFor()
    expect(new URL(page.url()).hostname).toBe('127.0.0.1')
    await allow(page)
    await page.waitForURL(`${url}/account/connections`)
    await open()
    await shows(`${grace.email} by google`)

    // Apple posts a form from its own site: Lax cookies are not sent with it, but with the 303 that follows.
    const posted = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/callback/apple'))
    providers.setUser(newcomer())
    await press('Link Apple')
    await allow(page)
    await page.waitForURL(`${url}/account/connections`)
    await open()
    await shows(`${grace.email} by apple and google`)
    expect((await (await posted).allHeaders())['cookie'] ?? '').not.toContain('.state=')

    await press('Sign out')
    await shows('anonymous')
    await press('Sign in with Apple')
    // The provider still has a session and shows no prompt.
    await page.waitForURL(`${url}/account/connections`)
    await open()
    await shows(`${grace.email} by apple and google`)
    await press('Sign out')
    await shows('anonymous')
    await context.clearCookies()
    await press('Sign in with Google')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Google didn’t sign you in: you cancelled').waitFor()
  })
})

test('the sign-in pages handle a cancelled and a completed provider sign-in, and link and unlink another provider', async ({
  page,
  context,
}) => {
  await withProviders(page, async ({ url, providers, email }) => {
    await forgetCookies(context)
    providers.setUser(newcomer())
    await page.goto(`${url}/sign-in`)
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Google didn’t sign you in: you cancelled').waitFor()

    // Elin's email is not verified here, nor by Google: she has to link the account herself.
    providers.setUser({ ...newcomer(), email, isVerified: false })
    await page.goto(`${url}/sign-in`)
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await allow(page)
    await page.getByRole('heading', { name: 'You already have an account' }).waitFor()

    await forgetCookies(context)
    providers.setUser(newcomer())
    await page.goto(`${url}/sign-up`)
    await page.getByRole('button', { name: 'Continue with Apple' }).click()
    await allow(page)
    await page.waitForURL(`${url}/welcome`)

    await page.goto(`${url}/account/connections`)
    await page.getByRole('button', { name: 'Link LinkedIn' }).click()
    await allow(page)
    await page.getByText('LinkedIn linked').waitFor()
    await page.waitForURL(`${url}/account/connections`)
    await picture(page, 'social-linked')
    await page.getByRole('button', { name: 'Unlink Apple' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink Apple' }).click()
    await page.getByText('Apple unlinked').waitFor()
    await page.getByRole('button', { name: 'Link Apple' }).waitFor()
  })
})
