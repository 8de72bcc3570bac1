// Whether the languages are whole as files: every folder and file is in the catalogue, and every refusal has its sentence. That
// each language has every key is the compiler's work, plural forms and values are the test's beside the catalogue.
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { languages } from '#locales/index.ts'
import { readRefusals } from './reference/errors.ts'

const keyOf = (file: string) => file.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase())

const folders = globSync('locales/*/').map((folder) => basename(folder))
const unlisted = folders.filter((folder) => !(folder in languages)).map((folder) => `locales/${folder}/ is not in locales/index.ts.`)
const forgotten = Object.entries(languages).flatMap(([language, words]) =>
  globSync(`locales/${language}/*.ts`)
    .map((file) => basename(file, '.ts'))
    // `errors` is in parts, so that a page carries no more than it can meet.
    .filter((name) => !(keyOf(name) in words) && !(keyOf(name.replace(/^errors-.*/, 'errors')) in words))
    .map((name) => `locales/${language}/${name}.ts is not in locales/index.ts.`),
)
const refusals = (await readRefusals()).filter(({ neverSent }) => neverSent === undefined)
const unsaid = [...new Set(refusals.map(({ code }) => code))]
  .filter((code) => !(code in languages.en.errors))
  .map((code) => `The refusal ${code} has no sentence in locales/en/errors.ts.`)

const faults = [...unlisted, ...forgotten, ...unsaid]
for (const fault of faults) console.log(fault)
if (faults.length) process.exitCode = 1
else console.log(`${folders.length} languages, ${refusals.length} refusals with a sentence each.`)
