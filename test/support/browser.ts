// Fixtures of the browser tests: `test` gives each test its own page, and fails it on any error of the page.
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { test as base, expect, inject } from 'vitest'
import { type Chromium, chromiumArguments } from './chromium.ts'

const WAIT_MS = 30_000
const HEIGHT = 800
const THEMES = ['light', 'dark'] as const
const WIDTHS = [1280, 360] as const
const PICTURES = 'test/browser/pictures'
const TRACES = 'test/output'
/** Screenshots and traces are for developers; CI does not save them. */
const SAVES_ARTIFACTS = !process.env['CI']

let started: Promise<Browser> | undefined
/** The browser of all files, in the process that tests: each message of a connection to another one is serialized twice. */
function browser({ executablePath, env }: Chromium): Promise<Browser> {
  started ??= chromium.launch({ executablePath, args: [...chromiumArguments], env: { ...process.env, ...env } })
  return started
}

/** The errors of the page during a test. A test that provokes an error on purpose allows it by a pattern. */
export interface PageErrors {
  record(text: string): void
  allow(pattern: RegExp): void
  unexpected(): string[]
}

/** vitest's `test` with `page` (in its own browser context, at the server under test), `context` and `pageErrors`. */
export const test = base
  .extend('pageErrors', async ({ task: _ }, { onCleanup }): Promise<PageErrors> => {
    const errors: string[] = []
    const allowed: RegExp[] = []
    const unexpected = () => errors.filter((text) => !allowed.some((pattern) => pattern.test(text)))
    onCleanup(() => expect(unexpected()).toEqual([]))
    return { record: (text) => void errors.push(text), allow: (pattern) => void allowed.push(pattern), unexpected }
  })
  .extend('context', async ({ pageErrors, task, skip }, { onCleanup }): Promise<BrowserContext> => {
    const found = inject('chromium') ?? skip('No browser is available on this machine.')
    const context = await (await browser(found)).newContext({
      baseURL: inject('baseUrl'),
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      viewport: { width: WIDTHS[0], height: HEIGHT },
      deviceScaleFactor: SAVES_ARTIFACTS ? 2 : 1,
      reducedMotion: 'reduce',
    })
    context.setDefaultTimeout(WAIT_MS)
    context.on('weberror', (fault) => pageErrors.record(`error: ${fault.error().stack ?? fault.error()}`))
    context.on('console', (message) => {
      if (message.type() === 'error') pageErrors.record(`console: ${message.text()} (${message.location().url})`)
    })
    if (SAVES_ARTIFACTS) await context.tracing.start({ screenshots: true, snapshots: true })
    onCleanup(async () => {
      const hasFailed = task.result?.state === 'fail' || task.result?.errors?.length || pageErrors.unexpected().length
      const name = task.name.replace(/\W+/g, '-').slice(0, 80)
      if (SAVES_ARTIFACTS) await context.tracing.stop(hasFailed ? { path: `${TRACES}/${name}.zip` } : {})
      await context.close()
    })
    return context
  })
  .extend('page', ({ context }): Promise<Page> => context.newPage())

/** Waits for two frames and the end of all animations, so that the colours are those of the theme. */
const SETTLED = `new Promise((settled) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const moving = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
  void Promise.allSettled(moving.map(({ finished }) => finished)).then(() => settled(true))
})))`

/** The rules of axe whose result depends on the theme: the others are the same in the dark one. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block']

/** The pages that axe has analysed in this run, with the kinds of elements that they had. */
const analysed = new Set<string>()

/**
 * The page as far as axe is concerned: its address without what differs between organizations and objects, the dialog that is open, and the
 * kinds of elements that it shows.
 */
const PAGE_OF_AXE = `(() => {
  const path = location.pathname.replace(/\\/dashboard\\/[^/]+/, '/dashboard/-').replace(/[\\w-]*\\d[\\w-]{7,}/g, '-')
  const open = document.querySelector('dialog[open]')
  const kinds = [...(open ?? document.body).querySelectorAll('*')].map((each) =>
    [each.tagName, each.getAttribute('role'), each.getAttribute('type'), each.hasAttribute('aria-invalid'), each.hasAttribute('disabled')].join(),
  )
  return [path, open?.querySelector('h1, h2')?.textContent, ...new Set(kinds.sort())].join(' ')
})()`

/**
 * Expects that axe reports no violation on the current page, in the light and the dark theme. A page with the same kinds of elements is analysed
 * once in a run; with EVERY_PAGE set, each time.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const shown = await page.evaluate<string>(PAGE_OF_AXE)
  if (analysed.has(shown) && !process.env['EVERY_PAGE']) return
  analysed.add(shown)
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(SETTLED)
    // A page may still load what it shows, so it is analysed again until nothing is at fault.
    await expect.poll(() => violationsOf(page, colorScheme), { message: `in ${colorScheme}` }).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null })
}

async function violationsOf(page: Page, colorScheme: (typeof THEMES)[number]): Promise<readonly string[]> {
  // The other mode merges the results of frames in a second page, which takes longer than the analysis: no page has a foreign frame.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (colorScheme === THEMES[0] ? axe : axe.withRules(RULES_OF_COLOUR)).analyze()
  return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html} ${node.failureSummary}`))
}

/** Expects that the page is not wider than its window. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const [content, available] = await page.evaluate<[number, number]>('[document.documentElement.scrollWidth, window.innerWidth]')
  expect(content, `the page is ${content} wide in a window of ${available}`).toBeLessThanOrEqual(available)
}

/**
 * Saves four screenshots of the whole page (light and dark, 1280 and 360 wide) in test/browser/pictures, and expects that the page
 * does not overflow. With `CI` set it only checks the overflow. Restores the size of the window.
 */
export async function picture(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()
  await page.evaluate('document.fonts.ready.then(() => true)')
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT })
    await expectNoOverflow(page)
    // A window as high as the page instead of `fullPage`, which cuts sticky elements.
    const height = await page.evaluate<number>('document.body.scrollHeight')
    await page.setViewportSize({ width, height: Math.max(height, HEIGHT) })
    for (const colorScheme of SAVES_ARTIFACTS ? THEMES : []) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${PICTURES}/${name}-${colorScheme}-${width}.png`, animations: 'disabled', caret: 'hide' })
    }
  }
  await page.emulateMedia({ colorScheme: null })
  if (before) await page.setViewportSize(before)
}

/**
 * Deletes all cookies after closing every page's document: its pending requests would fail without cookies, or set them again.
 */
export async function forgetCookies(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.goto('about:blank')
  await context.clearCookies()
}

/** Signs the browser in with the session of a test user or of a merchant's owner. */
export async function signInAs(context: BrowserContext, { cookie }: { readonly cookie: string }, url = inject('baseUrl')): Promise<void> {
  const pairs = cookie.split('; ').map((pair) => ({ name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1) }))
  await context.addCookies(pairs.map((pair) => ({ ...pair, url })))
}
