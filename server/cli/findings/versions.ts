// The findings of doctor about the versions of the program, the database and the web app.
import { baselineAdvice } from '#platform/database/migrations/baseline.ts'
import type { WebBuild } from '#platform/http/pages/web-build.ts'
import type { Program } from '#platform/program.ts'
import { type Finding, finding } from './finding.ts'

/** The migrations of a database, compared with those of the program. */
export interface MigrationState {
  /** Migrations of the program that are not applied. */
  readonly pending: readonly string[]
  /** Applied migrations that the program does not know. */
  readonly unknown: readonly string[]
  /** The last migration of a database that a version before the baseline wrote; undefined: a later one did. */
  readonly stopped: string | undefined
  /** The last migration of the program. */
  readonly latest: string
}

/** Whether the database fits the program. */
export function migrationsFinding({ pending, unknown, stopped, latest }: MigrationState): Finding {
  if (stopped !== undefined) return finding('migrations', 'fault', baselineAdvice(stopped))
  if (unknown.length)
    return finding(
      'migrations',
      'fault',
      `A newer Guildhall wrote this database (${unknown.join(', ')}). Start that version or a newer one, or restore the backup from before the upgrade.`,
    )
  if (pending.length)
    return finding(
      'migrations',
      'fault',
      `${pending.length === 1 ? 'One migration is' : `${pending.length} migrations are`} not applied: ${pending.join(', ')}. The next start or guildhall migrate does that.`,
    )
  return finding('migrations', 'well', `The schema is up to date (${latest}).`)
}

/** Whether there is a build of the web app for the program of this version. */
export function webAppFinding(version: string, build: WebBuild | undefined): Finding {
  if (!build)
    return finding('web app', 'warning', 'There is no build of the present web app. The next start builds it, or npm run build does.')
  if (build.version !== version)
    return finding(
      'web app',
      'warning',
      `The web app was built from version ${build.version}, but this is ${version}: build both together.`,
    )
  return finding('web app', 'well', `The web app is built (${build.id}).`)
}

/** Whether the running server is the program that is installed; undefined if both are the same. */
export function serverFinding(installed: Program, running: Program): Finding | undefined {
  const isSameBuild = running.webBuild === null || installed.webBuild === null || running.webBuild === installed.webBuild
  if (running.version === installed.version && isSameBuild) return undefined
  return finding(
    'server',
    'warning',
    `The running server is ${textOf(running)}, and ${textOf(installed)} is installed: restart it to complete the upgrade.`,
  )
}

function textOf({ version, webBuild }: Program): string {
  return webBuild === null ? `Guildhall ${version}` : `Guildhall ${version} with the web app ${webBuild}`
}
