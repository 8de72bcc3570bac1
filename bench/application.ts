// The house as `guildhall start --role web` builds it, but for one thing: a password is compared and not hashed, so that what
// signing in costs besides can be seen. It is no part of the product and starts only from the bench.
import { assemblePlatform } from '#platform/assemble.ts'
import { readSettings } from '#platform/config.ts'
import { buildServer } from '#platform/http/serve.ts'
import { composition } from '#server/app.ts'
import { free } from './free-passwords.ts'

const settings = readSettings()
const platform = await assemblePlatform(settings, { passwords: free })
const server = await buildServer({ platform, routes: composition.routes, callers: composition.callers })
await server.app.listen({ port: settings.PORT, host: settings.HOST })
process.once('SIGTERM', async () => {
  await server.stop()
  await platform.close()
  process.exit(0)
})
