// Checks that the locales are complete: every folder and file is in the index, and every refusal has a message. The compiler checks
// that each language has every key; the test beside the index checks plural forms and placeholders.
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { languages } from '#locales/index.ts'
import { readRefusals } from './reference/errors.ts'

const keyOf = (file: string) => file.replace(/-([a-z])/g, (_dash, character: string) => character.toUpperCase())

const folders = globSync('locales/*/').map((folder) => basename(folder))
const unlisted = folders.filter((folder) => !(folder in languages)).map((folder) => `locales/${folder}/ is not in locales/index.ts.`)
const unlistedFiles = Object.entries(languages).flatMap(([language, messages]) =>
  globSync(`locales/${language}/*.ts`)
    .map((file) => basename(file, '.ts'))
    // `errors` is split into several files, so that a page loads only the errors that it can get.
    .filter((name) => !(keyOf(name) in messages) && !(keyOf(name.replace(/^errors-.*/, 'errors')) in messages))
    .map((name) => `locales/${language}/${name}.ts is not in locales/index.ts.`),
)
const refusals = (await readRefusals()).filter(({ neverSent }) => neverSent === undefined)
const untranslated = [...new Set(refusals.map(({ code }) => code))]
  .filter((code) => !(code in languages.en.errors))
  .map((code) => `The refusal ${code} has no message in locales/en/errors.ts.`)

const faults = [...unlisted, ...unlistedFiles, ...untranslated]
for (const fault of faults) console.log(fault)
if (faults.length) process.exitCode = 1
else console.log(`${folders.length} languages, ${refusals.length} refusals, each with a message.`)
