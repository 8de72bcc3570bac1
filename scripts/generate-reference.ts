// `npm run docs` writes the generated pages of the reference; `--check` writes nothing and fails when one is stale.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { organizationRoles } from '#contract/access.ts'
import { events } from '#contract/events.ts'
import { settings } from '#platform/config.ts'
import { families } from '#test/clients/families.ts'
import { additionsPage } from './reference/additions.ts'
import { clientsPage } from './reference/clients.ts'
import { configurationPage, environmentExample } from './reference/configuration.ts'
import { documentsPage } from './reference/documents.ts'
import { errorsPage, readRefusals } from './reference/errors.ts'
import { openapiDocument } from './reference/openapi-document.ts'
import { rolesPage } from './reference/roles.ts'
import { webhooksPage } from './reference/webhooks.ts'

const document = await openapiDocument()
const pages: Readonly<Record<string, string>> = {
  '.env.example': environmentExample(settings),
  'docs/README.md': documentsPage('docs'),
  'docs/reference/additions.md': additionsPage(document),
  'docs/reference/clients.md': clientsPage(families),
  'docs/reference/configuration.md': configurationPage(settings),
  'docs/reference/errors.md': errorsPage(await readRefusals()),
  'docs/reference/roles.md': rolesPage(organizationRoles),
  'docs/reference/webhooks.md': webhooksPage(events),
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
