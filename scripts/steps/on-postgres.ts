// The database that a step works on: the embedded one, or a PostgreSQL server (that of DATABASE_URL, or a temporary one).
import { startPostgres } from '#test/support/postgres.ts'
import { type RunOptions, runSteps, type Step, type StepReport } from './suite-steps.ts'

/** The step without the DATABASE_URL of this process. */
export function embedded(step: Step): Step {
  return { ...step, run: (env) => step.run({ ...env, DATABASE_URL: undefined }) }
}

/** Calls `work` with a function that gives a step the server's DATABASE_URL. A temporary server ends with `work`. */
export async function withPostgres<Result>(work: (onServer: (step: Step) => Step) => Promise<Result>): Promise<Result> {
  const postgres = process.env['DATABASE_URL'] ? undefined : await startPostgres()
  const url = postgres && { DATABASE_URL: postgres.url }
  try {
    return await work((step) => ({ ...step, run: (env) => step.run({ ...env, ...url }) }))
  } finally {
    await postgres?.stop()
  }
}

/** Runs the steps on a PostgreSQL server. */
export function runOnPostgres(steps: readonly Step[], options: RunOptions): Promise<StepReport[]> {
  return withPostgres((onServer) => runSteps(steps.map(onServer), options))
}
