// The platform over the shared database, for tests of the machinery itself; tests of rooms use the whole app in server.ts.
import { type AssembledPlatform, assemblePlatform, type PlatformOptions } from '#platform/assemble.ts'
import { readSettings } from '#platform/config.ts'
import { testDatabase } from '#test/support/database.ts'

const ENVIRONMENT = { NODE_ENV: 'test', LOG_LEVEL: 'silent', AUTH_SECRET: 'a secret that only tests know, 32 and more' }

/** A platform whose database is the shared one; `environment` adds settings. */
export async function testPlatform(brought: PlatformOptions = {}, environment: Record<string, string> = {}): Promise<AssembledPlatform> {
  const database = brought.database ?? (await testDatabase())
  return assemblePlatform(readSettings({ ...ENVIRONMENT, ...environment }), { ...brought, database, keepsDatabase: true })
}
