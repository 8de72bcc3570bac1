// The application as `guildhall start --role web` builds it, except that passwords are compared and not hashed, to measure the other
// costs of a sign-in. It is not part of the product; only the bench starts it.
import { assemblePlatform } from '#platform/assemble.ts'
import { readSettings } from '#platform/config.ts'
import { buildServer } from '#platform/http/serve.ts'
import { composition } from '#server/app.ts'
import { freePasswords } from './free-passwords.ts'

const settings = readSettings()
const platform = await assemblePlatform(settings, { bindings: composition.bindings, passwords: freePasswords })
const server = await buildServer({ platform, routes: composition.routes, callers: composition.callers })
await server.app.listen({ port: settings.PORT, host: settings.HOST })
process.once('SIGTERM', async () => {
  await server.stop()
  await platform.close()
  process.exit(0)
})
