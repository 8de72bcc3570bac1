// Builds the types of the client from the schemas of the server (decision 30): `client/wire.ts`, and the test by which the compiler
// compares them with the schemas. Neither is in git. With `--if-changed` they are built only where a source has changed since.
import { readFileSync } from 'node:fs'
import { hashOf } from '#platform/http/pages/web-build.ts'

const TYPES = 'client/wire.ts'
const SOURCES = { folders: ['server', 'scripts/reference'], files: ['scripts/client-types.ts', 'client/camel.ts', 'package-lock.json'] }

const firstLine = `// Built from the sources ${hashOf('.', SOURCES)} by \`npm run types\`. Change the schemas of the server, not this file.\n`

if (!process.argv.includes('--if-changed') || !isFresh()) {
  // Only now: to import the application takes longer than to read its sources.
  const { writeTypes } = await import('./reference/write-types.ts')
  await writeTypes({ types: TYPES, test: 'test/wire/client-types.test.ts', firstLine })
}

function isFresh(): boolean {
  try {
    return readFileSync(TYPES, 'utf8').startsWith(firstLine)
  } catch {
    return false
  }
}
