// Steps on a PostgreSQL server: that of DATABASE_URL, or a temporary one.
import { startPostgres, type TemporaryPostgres } from '#test/support/postgres.ts'
import { type RunOptions, runSteps, type Step, type StepReport } from './suite-steps.ts'

/** Runs the steps with DATABASE_URL set. The start of a temporary server is a step of its own, and it is stopped after the others. */
export async function runOnPostgres(steps: readonly Step[], { env = {}, ...options }: RunOptions): Promise<StepReport[]> {
  let postgres: TemporaryPostgres | undefined
  const server: Step = {
    name: 'PostgreSQL',
    run: async () => {
      postgres = process.env['DATABASE_URL'] ? undefined : await startPostgres()
      return { passed: 0, failed: 0, skipped: 0, output: '' }
    },
  }
  try {
    const started = await runSteps([server], options)
    if (started.some(({ failed }) => failed)) return started
    return [...started, ...(await runSteps(steps, { ...options, env: { ...env, ...(postgres && { DATABASE_URL: postgres.url }) } }))]
  } finally {
    await postgres?.stop()
  }
}
