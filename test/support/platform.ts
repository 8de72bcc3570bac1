// The platform with the shared database, for tests of the platform itself. Tests of modules use the whole application in server.ts.
import { type AssembledPlatform, assemblePlatform, type PlatformOptions } from '#platform/assemble.ts'
import type { Bindings } from '#platform/bindings.ts'
import { readSettings } from '#platform/config.ts'
import { testDatabase } from '#test/support/database.ts'

/** No module runs on these platforms. */
const noBindings = {} as Bindings
const ENVIRONMENT = { NODE_ENV: 'test', LOG_LEVEL: 'silent', AUTH_SECRET: 'a secret that only tests know, 32 and more' }

/** Creates a platform with the shared database; `environment` adds settings. */
export async function testPlatform(
  options: Partial<PlatformOptions> = {},
  environment: Record<string, string> = {},
): Promise<AssembledPlatform> {
  const database = options.database ?? (await testDatabase())
  return assemblePlatform(readSettings({ ...ENVIRONMENT, ...environment }), {
    bindings: noBindings,
    ...options,
    database,
    keepsDatabase: true,
  })
}
