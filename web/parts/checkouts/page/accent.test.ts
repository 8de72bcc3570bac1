import { expect, test } from 'vitest'
import { accentOf, accentStyle, luminanceOf } from './accent.ts'

const contrast = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
const luminance = (color: string) =>
  luminanceOf([1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as unknown as [number, number, number])
/** Text on the accent, and the background of text in the accent, as `tokens.css` has them. */
const light = { onAccent: 0.99 ** 3, canvas: 0.985 ** 3 }
const dark = { onAccent: 0.15 ** 3, surface: 0.19 ** 3 }

test.each(['#000000', '#ffffff', '#ffdd00', '#00ffcc', '#0000ff', '#ff0000', '#7f7f7f', '#1f6feb', '#123456'])(
  'text on %s and in it has a contrast of at least 4.5 in light and in dark',
  (color) => {
    const accent = accentOf(color)
    for (const background of Object.values(light)) expect(contrast(luminance(accent.light), background)).toBeGreaterThanOrEqual(4.49)
    for (const background of Object.values(dark)) expect(contrast(luminance(accent.dark), background)).toBeGreaterThanOrEqual(4.49)
  },
)

test('a colour that is legible stays as it is', () => {
  expect(accentOf('#0b6e4f').light).toBe('#0b6e4f')
  expect(accentOf('#ffdd00').dark).toBe('#ffdd00')
})

test('without a colour the page keeps its own', () => {
  expect(accentStyle(null)).toEqual({})
  expect(accentStyle('#ffdd00')['--accent']).toMatch(/^light-dark\(#[0-9a-f]{6}, #ffdd00\)$/)
})
