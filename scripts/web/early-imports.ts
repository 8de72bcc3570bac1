// Lets a screen request all its scripts at once, instead of each one only when the script that imports it has arrived.
import { basename } from 'node:path'
import type { Plugin } from 'vite'

/** A script as the bundler knows it: the scripts that it imports at once, and those that it imports later. */
export interface Script {
  readonly imports: readonly string[]
  readonly dynamicImports: readonly string[]
}

/**
 * The further scripts that a script that is loaded later should name, in the order in which they run: those that its imports import, unless
 * every script that loads it has loaded them already. `file` and the answer are keys of `scripts`.
 */
export function earlyImports(file: string, scripts: Readonly<Record<string, Script>>): readonly string[] {
  const loaders = Object.keys(scripts).filter((each) => scripts[each]?.dynamicImports.includes(file))
  const loaded = loaders.map((each) => closureOf(each, scripts))
  const named = scripts[file]?.imports ?? []
  return [...closureOf(file, scripts)].filter(
    (each) => each !== file && !named.includes(each) && !(loaded.length > 0 && loaded.every((of) => of.has(each))),
  )
}

/** A script and what it imports, directly or not, in the order in which they run. */
function closureOf(
  file: string,
  scripts: Readonly<Record<string, Script>>,
  found = new Set<string>(),
  open = new Set<string>(),
): Set<string> {
  if (open.has(file)) return found
  open.add(file)
  for (const each of scripts[file]?.imports ?? []) closureOf(each, scripts, found, open)
  return found.add(file)
}

/** Scripts that import each other, directly or not: one of them would run before what it needs. Undefined where there are none. */
export function findCycle(scripts: Readonly<Record<string, Script>>): readonly string[] | undefined {
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(file)) return path.slice(path.indexOf(file))
    if (done.has(file)) return undefined
    for (const each of scripts[file]?.imports ?? []) {
      const cycle = visit(each, [...path, file])
      if (cycle) return cycle
    }
    done.add(file)
    return undefined
  }
  for (const file of Object.keys(scripts)) {
    const cycle = visit(file, [])
    if (cycle) return cycle
  }
  return undefined
}

/** Names the early imports at the end of each script that is loaded later: by then, every import above has settled the order. Refuses a cycle. */
export function namesEarlyImports(): Plugin {
  return {
    name: 'guildhall:early-imports',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const scripts = Object.fromEntries(Object.entries(bundle).flatMap(([file, each]) => (each.type === 'chunk' ? [[file, each]] : [])))
        const cycle = findCycle(scripts)
        if (cycle) this.error(`Scripts import each other: ${cycle.join(' → ')}. Mend their groups in scripts/web/chunks.ts.`)
        for (const [file, script] of Object.entries(scripts)) {
          if (!script.isDynamicEntry) continue
          const names = earlyImports(file, scripts).filter((each) => each in scripts)
          if (names.length > 0) script.code = `${script.code.trimEnd()}\n${names.map((each) => `import"./${basename(each)}";`).join('')}\n`
        }
      },
    },
  }
}
