import { globSync, statSync } from 'node:fs'
import type { Step } from './suite-steps.ts'
import { runCommand } from './suite-steps.ts'

const MANIFEST = 'dist/en/manifest.json'
const SOURCES = [
  'web/**/*',
  'client/*.ts',
  'locales/**/*.ts',
  'server/kernel/**/*.ts',
  'scripts/web/*.ts',
  'vite.config.ts',
  'package-lock.json',
]

/** Whether the built web app is missing or older than one of its sources. */
export function webIsStale(): boolean {
  const manifest = statSync(MANIFEST, { throwIfNoEntry: false })
  return !manifest || globSync(SOURCES).some((file) => statSync(file).mtimeMs > manifest.mtimeMs)
}

/** Builds the web app if it is stale. */
export const freshBuild: Step = {
  name: 'web build',
  run: async (env) => {
    if (!webIsStale()) return { passed: 1, failed: 0, skipped: 0, output: '' }
    const { code, output } = await runCommand('vite', ['build'], env)
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output }
  },
}
