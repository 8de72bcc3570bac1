// What a browser test works with: `test` gives each test a page of its own, and fails it on any error that the page told.
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { test as base, expect, inject } from 'vitest'

const WAIT_MS = 15_000
const HEIGHT = 800
const THEMES = ['light', 'dark'] as const
const WIDTHS = [1280, 360] as const
const PICTURES = 'test/browser/pictures'
const TRACES = 'test/output'
/** Pictures and traces are for whoever looks at them afterwards; nobody does where the whole proof runs. */
const IS_LOOKED_AT = !process.env['CI']

let connected: Promise<Browser> | undefined
const browser = () => (connected ??= chromium.connect(inject('browser')))

/** What the page complained of during a test. A test that provokes an error on purpose allows it by a part of its text. */
export interface Complaints {
  hear(text: string): void
  allow(pattern: RegExp): void
  unexpected(): string[]
}

/** vitest's `test` with `page` (a page of a context of its own at the server under test), `context`, and `complaints`. */
export const test = base
  .extend('complaints', async ({ task: _ }, { onCleanup }): Promise<Complaints> => {
    const heard: string[] = []
    const allowed: RegExp[] = []
    const unexpected = () => heard.filter((text) => !allowed.some((pattern) => pattern.test(text)))
    onCleanup(() => expect(unexpected()).toEqual([]))
    return { hear: (text) => void heard.push(text), allow: (pattern) => void allowed.push(pattern), unexpected }
  })
  .extend('context', async ({ complaints, task, skip }, { onCleanup }): Promise<BrowserContext> => {
    if (!inject('browser')) skip('There is no browser on this machine.')
    const context = await (await browser()).newContext({
      baseURL: inject('baseUrl'),
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      viewport: { width: WIDTHS[0], height: HEIGHT },
      deviceScaleFactor: IS_LOOKED_AT ? 2 : 1,
      reducedMotion: 'reduce',
    })
    context.setDefaultTimeout(WAIT_MS)
    context.on('weberror', (fault) => complaints.hear(`error: ${fault.error().stack ?? fault.error()}`))
    context.on('console', (message) => {
      if (message.type() === 'error') complaints.hear(`console: ${message.text()} (${message.location().url})`)
    })
    if (IS_LOOKED_AT) await context.tracing.start({ screenshots: true, snapshots: true })
    onCleanup(async () => {
      const hasFailed = task.result?.state === 'fail' || task.result?.errors?.length || complaints.unexpected().length
      const name = task.name.replace(/\W+/g, '-').slice(0, 80)
      if (IS_LOOKED_AT) await context.tracing.stop(hasFailed ? { path: `${TRACES}/${name}.zip` } : {})
      await context.close()
    })
    return context
  })
  .extend('page', ({ context }): Promise<Page> => context.newPage())

/** Two frames, and the end of whatever moves meanwhile: colours are then those of the theme. */
const SETTLED = `new Promise((settled) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const moving = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
  void Promise.allSettled(moving.map(({ finished }) => finished)).then(() => settled(true))
})))`

/** Expects that axe finds nothing wrong with the page as it is, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(SETTLED)
    const { violations } = await new AxeBuilder({ page }).analyze()
    const told = violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html} ${node.failureSummary}`))
    expect(told, `in ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null })
}

/** Expects that nothing makes the page wider than its window. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const [content, room] = await page.evaluate<[number, number]>('[document.documentElement.scrollWidth, window.innerWidth]')
  expect(content, `the page is ${content} wide in a window of ${room}`).toBeLessThanOrEqual(room)
}

/**
 * Takes four pictures of the whole page as it is (light and dark, 1280 and 360 wide) into test/browser/pictures, and expects in
 * each that nothing overflows (where `CI` is set that alone). The window has its first size again afterwards.
 */
export async function picture(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()
  await page.evaluate('document.fonts.ready.then(() => true)')
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT })
    await expectNoOverflow(page)
    // A window as high as the page, not `fullPage`, which cuts what sticks.
    const height = await page.evaluate<number>('document.body.scrollHeight')
    await page.setViewportSize({ width, height: Math.max(height, HEIGHT) })
    for (const colorScheme of IS_LOOKED_AT ? THEMES : []) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${PICTURES}/${name}-${colorScheme}-${width}.png`, animations: 'disabled', caret: 'hide' })
    }
  }
  await page.emulateMedia({ colorScheme: null })
  if (before) await page.setViewportSize(before)
}

/**
 * Forgets all cookies, once every page has been left: what pages still ask for would be refused without them, or bring some back.
 */
export async function forgetCookies(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.goto('about:blank')
  await context.clearCookies()
}
