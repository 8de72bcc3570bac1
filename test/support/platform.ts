// The platform with the shared database, for tests of the platform itself. Tests of modules use the whole application in server.ts.
import { type AssembledPlatform, assemblePlatform, type PlatformOptions } from '#platform/assemble.ts'
import { readSettings } from '#platform/config.ts'
import { testDatabase } from '#test/support/database.ts'

const ENVIRONMENT = { NODE_ENV: 'test', LOG_LEVEL: 'silent', AUTH_SECRET: 'a secret that only tests know, 32 and more' }

/** Creates a platform with the shared database; `environment` adds settings. */
export async function testPlatform(options: PlatformOptions = {}, environment: Record<string, string> = {}): Promise<AssembledPlatform> {
  const database = options.database ?? (await testDatabase())
  return assemblePlatform(readSettings({ ...ENVIRONMENT, ...environment }), { ...options, database, keepsDatabase: true })
}
