import { currentBuild } from '#platform/http/pages/web-build.ts'
import type { Step } from './steps/suite-steps.ts'
import { runCommand } from './steps/suite-steps.ts'

/** Builds the web app if there is no build of the present sources. */
export const freshBuild: Step = {
  name: 'web build',
  run: async (env) => {
    if (currentBuild(process.cwd())) return { passed: 1, failed: 0, skipped: 0, output: '' }
    const { code, output } = await runCommand('vite', ['build'], env)
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output }
  },
}
