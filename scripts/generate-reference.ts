// `npm run docs` writes the generated pages of the reference; `--check` writes nothing and fails when one is stale.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { organizationRoles } from '#kernel/access.ts'
import { settings } from '#platform/config.ts'
import { routes as basicRoutes } from '#platform/http/builtin/auth-basics.ts'
import { composition } from '#server/app.ts'
import { verb as openapi } from '#server/cli/openapi.ts'
import { events } from '#server/events.ts'
import { families } from '#test/clients/families.ts'
import { additionsPage } from './reference/additions.ts'
import { clientTypeTest, readWireSchemas } from './reference/client-type-test.ts'
import { clientTypes, type TypedDocument } from './reference/client-types.ts'
import { clientsPage } from './reference/clients.ts'
import { configurationPage, environmentExample } from './reference/configuration.ts'
import { documentsPage } from './reference/documents.ts'
import { errorsPage, readRefusals } from './reference/errors.ts'
import { rolesPage } from './reference/roles.ts'
import { webhooksPage } from './reference/webhooks.ts'

/** The OpenAPI document as `guildhall openapi` prints it. */
async function openapiDocument(): Promise<Record<string, unknown>> {
  const printed: unknown[] = []
  await openapi.run({ options: {}, args: [], isJson: true, print: () => undefined, report: ({ json }) => void printed.push(json) })
  return printed[0] as Record<string, unknown>
}

const document = await openapiDocument()
const pages: Readonly<Record<string, string>> = {
  '.env.example': environmentExample(settings),
  'client/wire.ts': clientTypes(document as unknown as TypedDocument),
  'docs/README.md': documentsPage('docs'),
  'docs/reference/additions.md': additionsPage(document),
  'docs/reference/clients.md': clientsPage(families),
  'docs/reference/configuration.md': configurationPage(settings),
  'docs/reference/errors.md': errorsPage(await readRefusals()),
  'docs/reference/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
  'docs/reference/roles.md': rolesPage(organizationRoles),
  'docs/reference/webhooks.md': webhooksPage(events),
  'test/wire/client-types.test.ts': clientTypeTest([...basicRoutes, ...composition.routes], await readWireSchemas()),
}

const textOf = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
const stale = Object.entries(pages).filter(([path, text]) => textOf(path) !== text)
if (process.argv.includes('--check')) {
  for (const [path] of stale) console.log(`${path} is stale: run \`npm run docs\`.`)
  process.exitCode = stale.length ? 1 : 0
} else {
  mkdirSync('docs/reference', { recursive: true })
  for (const [path, text] of stale) {
    writeFileSync(path, text)
    console.log(`Wrote ${path}`)
  }
}
