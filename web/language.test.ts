import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ui } from '#messages/ui.ts'

/** Every project file that an entry point imports, statically or dynamically. */
function reachableFiles(entry: string, seen = new Set<string>()): Set<string> {
  if (seen.has(entry) || !existsSync(entry)) return seen
  seen.add(entry)
  for (const [, from = ''] of readFileSync(entry, 'utf8').matchAll(
    /(?:^(?:import|export) (?!type)[^;]*?from |\bimport\()'([#.][^']+)'/gm,
  )) {
    reachableFiles(from.startsWith('#') ? resolve(from.slice(1)) : resolve(dirname(entry), from), seen)
  }
  return seen
}

test.each(['auth', 'checkout'])('the public page %s contains every message that its components use', (page) => {
  const parts = [...reachableFiles(resolve(`web/${page}/main.tsx`))].filter((file) => file.includes('/web/ui/'))
  const keys = parts.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\btranslate\(([^)]*)\)/g)].flatMap(([, inside = '']) =>
      [...inside.matchAll(/'(\w+)'/g)].map(([, key]) => key),
    ),
  )
  expect(parts.length).toBeGreaterThan(10)
  expect(keys.filter((key) => key !== undefined && !Object.hasOwn(ui, key))).toEqual([])
})
