import { currentBuild } from '#platform/http/pages/web-build.ts'
import type { Step } from './steps/suite-steps.ts'
import { runCommand } from './steps/suite-steps.ts'

/** Builds the web app and bundles the server if there is no build of the present sources. */
export const freshBuild: Step = {
  name: 'web build',
  run: async (env) => {
    const bundle = await runCommand('node', ['scripts/bundle-server.ts'], env)
    const web = currentBuild(process.cwd()) ? { code: 0, output: '' } : await runCommand('vite', ['build'], env)
    const failed = [bundle, web].filter(({ code }) => code !== 0).length
    return { passed: 2 - failed, failed, skipped: 0, output: `${bundle.output}${web.output}` }
  },
}
