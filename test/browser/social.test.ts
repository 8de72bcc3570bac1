// Signing in by providers in a real browser, from the click to the session: a real OIDC provider is at the other end, on another site.
import type { Page } from 'playwright-core'
import { build, type Rolldown } from 'vite'
import { beforeAll, expect } from 'vitest'
import { type RealProviders, realProviders } from '#test/providers/real-provider.ts'
import { roles } from '#test/providers/roles.ts'
import { newAddress } from '#test/support/a-user.ts'
import { forgetCookies, picture, test } from '#test/support/browser.ts'
import { atHome, type Home } from './at-home.ts'

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

interface Place extends Home {
  readonly providers: RealProviders
}

/** A house whose providers are played: the browser is led to them instead of into the world, as to another site. */
async function amongProviders(page: Page, run: (place: Place) => Promise<void>): Promise<void> {
  let providers: RealProviders | undefined
  const settings = async (url: string) => {
    providers = await realProviders(url)
    return providers.settings
  }
  try {
    await atHome(page, settings, async (home) => {
      if (!providers) return
      const { frontOf } = providers
      for (const { hosts } of Object.values(roles))
        await page
          .context()
          .route(`https://${hosts[0]}/**`, (route) => route.fulfill({ status: 302, headers: { location: frontOf(route.request().url()) } }))
      await run({ ...home, providers })
    })
  } finally {
    await providers?.close()
  }
}

let last = 7000
const newcomer = () => {
  last += 1
  return { id: String(last), email: newAddress(), name: 'Grace Hopper' }
}
const allow = (page: Page) => page.getByRole('button', { name: 'Allow' }).click()

test('the published client signs in by Google and by Apple’s form, and links one to the other', async ({ page, context }) => {
  await amongProviders(page, async ({ url, providers }) => {
    await forgetCookies(context)
    await page.route('**/social-page.html*', (route) => route.fulfill({ contentType: 'text/html', body: HTML }))
    await page.route('**/social-page.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
    const shows = (text: string) => page.locator('output').getByText(text, { exact: true }).waitFor()
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const open = () => page.goto(`${url}/social-page.html`)
    await open()
    await shows('nobody')

    const grace = newcomer()
    providers.sits(grace)
    await press('Sign in with Google')
    await page.getByRole('heading', { name: 'Grace Hopper' }).waitFor()
    expect(new URL(page.url()).hostname).toBe('127.0.0.1')
    await allow(page)
    await page.waitForURL(`${url}/account/connections`)
    await open()
    await shows(`${grace.email} by google`)

    // Apple comes back with a form from its own site: Lax cookies stay behind, and come along with the 303.
    const posted = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/callback/apple'))
    providers.sits(newcomer())
    await press('Link Apple')
    await allow(page)
    await page.waitForURL(`${url}/account/connections`)
    await open()
    await shows(`${grace.email} by apple and google`)
    expect((await (await posted).allHeaders())['cookie'] ?? '').not.toContain('.state=')

    await press('Sign out')
    await shows('nobody')
    await press('Sign in with Apple')
    // The provider still knows who sits there, and asks nobody.
    await page.waitForURL(`${url}/account/connections`)
    await open()
    await shows(`${grace.email} by apple and google`)
    await press('Sign out')
    await shows('nobody')
    await context.clearCookies()
    await press('Sign in with Google')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Google did not sign you in: you turned back there').waitFor()
  })
})

test('our own pages lead there and back: who turns back is told, who agrees is in, and links and unlinks another', async ({
  page,
  context,
}) => {
  await amongProviders(page, async ({ url, providers, email }) => {
    await forgetCookies(context)
    providers.sits(newcomer())
    await page.goto(`${url}/sign-in`)
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Google did not sign you in: you turned back there').waitFor()

    // Elin's address is not proven here, and Google makes no claim: she has to link it herself.
    providers.sits({ ...newcomer(), email, isVerified: false })
    await page.goto(`${url}/sign-in`)
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await allow(page)
    await page.getByRole('heading', { name: 'You have an account already' }).waitFor()

    await forgetCookies(context)
    providers.sits(newcomer())
    await page.goto(`${url}/sign-up`)
    await page.getByRole('button', { name: 'Continue with Apple' }).click()
    await allow(page)
    await page.waitForURL(`${url}/welcome`)

    await page.goto(`${url}/account/connections`)
    await page.getByRole('button', { name: 'Link LinkedIn' }).click()
    await allow(page)
    await page.getByText('LinkedIn is linked').waitFor()
    await page.waitForURL(`${url}/account/connections`)
    await picture(page, 'social-linked')
    await page.getByRole('button', { name: 'Unlink Apple' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink Apple' }).click()
    await page.getByText('Apple is unlinked').waitFor()
    await page.getByRole('button', { name: 'Link Apple' }).waitFor()
  })
})
