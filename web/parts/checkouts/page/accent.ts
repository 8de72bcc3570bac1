// A merchant's colour on the checkout page. It colours text and the background of buttons, so it must be legible as both.

/** The contrast of text with its background (WCAG 2.2, AA). */
const RATIO = 4.5
const FLARE = 0.05
/** The luminance of the background with the least contrast: the canvas in light surroundings, a surface in dark ones (`tokens.css`). */
const LIGHT_CANVAS = 0.9555
const DARK_SURFACE = 0.0069
const DARKEST = (LIGHT_CANVAS + FLARE) / RATIO - FLARE
const BRIGHTEST = (DARK_SURFACE + FLARE) * RATIO - FLARE
const STEPS = 64

type Channels = readonly [red: number, green: number, blue: number]

/** The colour as it is shown in light and in dark surroundings. */
export interface Accent {
  readonly light: string
  readonly dark: string
}

/** Moves a colour `#rrggbb` towards black for light surroundings, and towards white for dark ones, until text on it and in it is legible. */
export function accentOf(color: string): Accent {
  return {
    light: nudged(color, 0, (luminance) => luminance <= DARKEST),
    dark: nudged(color, 255, (luminance) => luminance >= BRIGHTEST),
  }
}

/** The CSS properties that give a part of the page the merchant's colour; none for null. */
export function accentStyle(color: string | null): Readonly<Record<`--${string}`, string>> {
  if (color === null) return {}
  const { light, dark } = accentOf(color)
  return { '--accent': `light-dark(${light}, ${dark})`, '--accent-soft': 'color-mix(in oklab, var(--accent) 9%, var(--surface))' }
}

function nudged(color: string, target: number, isLegible: (luminance: number) => boolean): string {
  const [red, green, blue] = channelsOf(color)
  for (let step = 0; step < STEPS; step += 1) {
    const towards = (channel: number) => Math.round(channel + ((target - channel) * step) / STEPS)
    const mixed: Channels = [towards(red), towards(green), towards(blue)]
    if (isLegible(luminanceOf(mixed))) return hexOf(mixed)
  }
  return hexOf([target, target, target])
}

function channelsOf(color: string): Channels {
  const at = (start: number) => Number.parseInt(color.slice(start, start + 2), 16)
  return [at(1), at(3), at(5)]
}

const hexOf = (channels: Channels): string => `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`

/** The relative luminance of WCAG, from 0 to 1. */
export function luminanceOf(channels: Channels): number {
  const [red, green, blue] = channels.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Channels
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
