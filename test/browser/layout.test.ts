// The design system in the gallery: its geometry, and tooltips.
import { expect } from 'vitest'
import { test } from '#test/support/browser.ts'

test.for([1280, 1440])('a sparkline at %i pixels gives way to a long number', async (width, { page }) => {
  await page.setViewportSize({ width, height: 900 })
  await page.goto('/dev/ui')
  const metric = page.locator('div:has(> span > svg polyline)', { hasText: 'Revenue' })
  await metric.waitFor()
  // The number and the line of a metric: whether the line is visible, and whether the two overlap.
  const measure = () =>
    metric.evaluate((element) => {
      const line = element.querySelector('svg')
      const number = line?.parentElement
      const value = number?.firstElementChild
      if (!line || !number || !value) throw new Error('The metric has no sparkline.')
      const [drawn, box, clip] = [line.getBoundingClientRect(), value.getBoundingClientRect(), number.getBoundingClientRect()]
      const isVisible = drawn.width > 0 && drawn.top < clip.bottom
      return { isVisible, overlaps: isVisible && drawn.left < box.right }
    })
  await expect.poll(() => measure()).toEqual({ isVisible: true, overlaps: false })
  await metric.locator('svg').evaluate((line) => {
    const value = line.parentElement?.firstElementChild
    if (value) value.textContent = '€10,689,000.00'
  })
  await expect.poll(() => measure()).toEqual({ isVisible: false, overlaps: false })
})

test('Escape hides a tooltip that the pointer opened, wherever the focus is', async ({ page }) => {
  await page.goto('/dev/ui')
  await page.locator('span.contents > button').first().hover()
  const tooltip = page.locator('#bubble')
  await tooltip.waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(true)
  await page.keyboard.press('Escape')
  await tooltip.waitFor({ state: 'hidden' })
})
