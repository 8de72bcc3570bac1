import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ui } from '#locales/en/ui.ts'

/** Every file of ours that an entry loads, at once or later. */
function reached(entry: string, seen = new Set<string>()): Set<string> {
  if (seen.has(entry) || !existsSync(entry)) return seen
  seen.add(entry)
  for (const [, from = ''] of readFileSync(entry, 'utf8').matchAll(
    /(?:^(?:import|export) (?!type)[^;]*?from |\bimport\()'([#.][^']+)'/gm,
  )) {
    reached(from.startsWith('#') ? resolve(from.slice(1)) : resolve(dirname(entry), from), seen)
  }
  return seen
}

test.each(['auth', 'checkout'])('the public page %s carries each sentence that its parts say', (page) => {
  const parts = [...reached(resolve(`web/${page}/main.tsx`))].filter((file) => file.includes('/web/ui/'))
  const said = parts.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bsay\(([^)]*)\)/g)].flatMap(([, inside = '']) =>
      [...inside.matchAll(/'(\w+)'/g)].map(([, key]) => key),
    ),
  )
  expect(parts.length).toBeGreaterThan(10)
  expect(said.filter((key) => key !== undefined && !Object.hasOwn(ui, key))).toEqual([])
})
