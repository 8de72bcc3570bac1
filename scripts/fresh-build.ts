import { globSync, statSync } from 'node:fs'
import type { Part } from './parts.ts'
import { command } from './parts.ts'

const BUILT = 'dist/.vite/manifest.json'
const SOURCES = ['web/**/*', 'client/*.ts', 'locales/**/*.ts', 'server/kernel/*.ts', 'vite.config.ts', 'package-lock.json']

/** Whether something that the built web app is made of is younger than it, or it was never built. */
export function webIsStale(): boolean {
  const built = statSync(BUILT, { throwIfNoEntry: false })
  return !built || globSync(SOURCES).some((file) => statSync(file).mtimeMs > built.mtimeMs)
}

/** Builds the web app where it is stale; a fresh one costs nothing. */
export const freshBuild: Part = {
  name: 'web build',
  run: async (env) => {
    if (!webIsStale()) return { passed: 1, failed: 0, skipped: 0, said: '' }
    const { code, said } = await command('vite', ['build'], env)
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, said }
  },
}
