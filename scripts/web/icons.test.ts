import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pathOf, shapesOf } from './icons.ts'

const table = readFileSync('web/ui/icons/index.ts', 'utf8')
const names = [...table.matchAll(/from 'lucide:([\w-]+)'/g)].map(([, name = '']) => name)

test('each icon of the table is drawn by one path that begins at an absolute point', async () => {
  expect(names.length).toBe([...table.matchAll(/^export /gm)].length)
  for (const name of names) expect(pathOf(await shapesOf(name)), name).toMatch(/^M[-\d.]+[ -][-\d.]+[-\w., ]+$/)
})

test('two names of the table never show the same icon', async () => {
  const paths = await Promise.all(names.map(async (name) => pathOf(await shapesOf(name))))
  expect(names.filter((_name, at) => paths.indexOf(paths[at] ?? '') !== at)).toEqual([])
})

test('an icon that lucide does not have is an error', async () => {
  await expect(shapesOf('no-such-icon')).rejects.toThrow('no-such-icon')
})

test.for([
  ['line', { x1: '12', y1: '3', x2: '12', y2: 15 }, 'M12 3 12 15'],
  ['circle', { cx: '12', cy: '12', r: '10' }, 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0'],
  ['ellipse', { cx: '12', cy: '5', rx: '9', ry: '3' }, 'M3 5a9 3 0 1 0 18 0a9 3 0 1 0-18 0'],
  ['polyline', { points: '16 17 21 12 16 7' }, 'M16 17 21 12 16 7'],
  ['rect', { x: '3', y: '4', width: '18', height: '16' }, 'M3 4h18v16h-18z'],
  ['rect', { x: '2', y: '3', width: '20', height: '5', rx: '1' }, 'M3 3a1 1 0 0 0-1 1v3a1 1 0 0 0 1 1h18a1 1 0 0 0 1-1V4a1 1 0 0 0-1-1z'],
] as const)('the outline of a %s with %o is %s', ([element, attributes, path]) => {
  expect(pathOf([[element, attributes]])).toBe(path)
})

test('a path that begins at a relative point begins at the same point after another', () => {
  expect(pathOf([['path', { d: 'm21 21-4.34-4.34' }]])).toBe('M21 21l-4.34-4.34')
  expect(pathOf([['path', { d: 'm15 18-6-6 6-6' }]])).toBe('M15 18l-6-6 6-6')
  expect(
    pathOf([
      ['path', { d: 'm9.5 3h3' }],
      ['path', { d: 'M4 4h2' }],
    ]),
  ).toBe('M9.5 3h3M4 4h2')
})

test('a shape that a path cannot draw is an error', () => {
  expect(() => pathOf([['text', {}]])).toThrow('text')
  expect(() => pathOf([['path', { d: 'M0 0h1', transform: 'rotate(45)' }]])).toThrow('transform')
})
