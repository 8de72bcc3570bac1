// `npm run release`: writes into `release/` what a release has beside the source: the OpenAPI document, and the package of the client with its
// types. Neither is in git.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { openapiDocument } from './reference/openapi-document.ts'

const FOLDER = 'release'

rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER)
writeFileSync(`${FOLDER}/openapi.json`, `${JSON.stringify(await openapiDocument(), null, 2)}\n`)
execFileSync('npm', ['pack', '--workspace', 'client', '--pack-destination', FOLDER, '--silent'], {
  stdio: ['ignore', 'inherit', 'inherit'],
})
