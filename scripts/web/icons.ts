// Makes components of the icons of the package `lucide`, each a module of its own, so that a script contains only the icons that it shows.
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** A shape of an icon as lucide describes it: an element of SVG and its attributes. */
export type Shape = readonly [element: string, attributes: Readonly<Record<string, string | number | undefined>>]

const PREFIX = 'lucide:'
const CREATE_ICON = fileURLToPath(new URL('../../web/ui/icons/icon.tsx', import.meta.url))

/**
 * Serves `lucide:<name>`, whose default export is the icon of that name as a component. The shapes become one path while the page is built: a
 * browser gets neither the package nor code that reads its format.
 */
export function lucideIcons(): Plugin {
  return {
    name: 'guildhall:icons',
    resolveId: (source) => (source.startsWith(PREFIX) ? `\0${source}` : null),
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null
      const path = pathOf(await shapesOf(id.slice(PREFIX.length + 1)))
      const code = `import { createIcon } from ${JSON.stringify(CREATE_ICON)}\nexport default /* @__PURE__ */ createIcon(${JSON.stringify(path)})\n`
      return { code, moduleSideEffects: false }
    },
  }
}

/** The shapes of an icon; an error where lucide has none of that name. */
export async function shapesOf(name: string): Promise<readonly Shape[]> {
  const { default: shapes } = (await import(`lucide/dist/esm/icons/${name}.mjs`)) as { default: readonly Shape[] }
  return shapes
}

/** The outline of the shapes as one path. An error where a shape has an attribute that a path cannot have. */
export const pathOf = (shapes: readonly Shape[]): string => shapes.map(outlineOf).join('').replaceAll(' -', '-')

function outlineOf([element, attributes]: Shape): string {
  const draw = outlines[element]
  const unknown = Object.keys(attributes).find((name) => !draw?.reads.includes(name))
  if (draw === undefined || unknown !== undefined) throw new Error(`A path cannot draw this shape: ${element} ${unknown ?? ''}`)
  return draw.path(
    (name) => Number(attributes[name] ?? 0),
    (name) => String(attributes[name] ?? ''),
  )
}

interface Outline {
  /** The attributes that the path draws. */
  readonly reads: readonly string[]
  readonly path: (read: (name: string) => number, text: (name: string) => string) => string
}

const outlines: Readonly<Record<string, Outline>> = {
  path: { reads: ['d'], path: (_read, text) => absoluteStart(text('d')) },
  polyline: { reads: ['points'], path: (_read, text) => `M${text('points')}` },
  line: { reads: ['x1', 'y1', 'x2', 'y2'], path: (read) => `M${read('x1')} ${read('y1')} ${read('x2')} ${read('y2')}` },
  // Only dots have a fill in lucide, and they are smaller than the stroke that fills them.
  circle: { reads: ['cx', 'cy', 'r', 'fill'], path: (read) => ellipse(read('cx'), read('cy'), read('r'), read('r')) },
  ellipse: { reads: ['cx', 'cy', 'rx', 'ry'], path: (read) => ellipse(read('cx'), read('cy'), read('rx'), read('ry')) },
  rect: { reads: ['x', 'y', 'width', 'height', 'rx', 'ry'], path: rectangle },
}

/** A path whose first step is absolute, so that it may follow another. What follows a relative first step stays relative. */
function absoluteStart(d: string): string {
  const first = /^m\s*(-?[\d.]+)[\s,]*(-?[\d.]+)\s*/.exec(d)
  if (first === null) return d
  const rest = d.slice(first[0].length)
  return `M${first[1]} ${first[2]}${/^[-\d.]/.test(rest) ? 'l' : ''}${rest}`
}

const ellipse = (x: number, y: number, rx: number, ry: number) =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0-${2 * rx} 0`

function rectangle(read: (name: string) => number): string {
  const [x, y, width, height, r] = [read('x'), read('y'), read('width'), read('height'), read('rx')]
  if (r === 0) return `M${x} ${y}h${width}v${height}h-${width}z`
  const corner = (toX: string, toY: string) => `a${r} ${r} 0 0 0${toX}${r}${toY}${r}`
  const sides = [`v${height - 2 * r}`, `h${width - 2 * r}`, `V${y + r}`]
  return `M${x + r} ${y}${corner('-', ' ')}${sides[0]}${corner(' ', ' ')}${sides[1]}${corner(' ', '-')}${sides[2]}${corner('-', '-')}z`
}
