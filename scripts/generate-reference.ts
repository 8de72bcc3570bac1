// `npm run docs` writes the pages that follow from the code; `--check` writes nothing and fails when one is stale.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { settings } from '#platform/config.ts'
import { facts } from '#server/facts.ts'
import { configurationPage, environmentExample } from './reference/configuration.ts'
import { errorsPage, readRefusals } from './reference/errors.ts'
import { webhooksPage } from './reference/webhooks.ts'

const pages: Readonly<Record<string, string>> = {
  '.env.example': environmentExample(settings),
  'docs/reference/configuration.md': configurationPage(settings),
  'docs/reference/errors.md': errorsPage(await readRefusals()),
  'docs/reference/webhooks.md': webhooksPage(facts),
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
