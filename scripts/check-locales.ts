// Checks that the locales are complete: every folder is a language, the English index contains every message of its files, and every
// refusal has a message. Lists what a language lacks, which is shown in English. The test beside the index checks plural forms and
// placeholders.
import { existsSync, globSync } from 'node:fs'
import { basename } from 'node:path'
import { flatten } from '#locales/flatten.ts'
import { languages } from '#locales/index.ts'
import { readRefusals } from './reference/errors.ts'

const folders = globSync('locales/*/').map((folder) => basename(folder))
const unlisted = folders
  .filter((folder) => !(folder in languages))
  .map((folder) => `${folder} is not in offeredLanguages (server/kernel/language/languages.ts).`)

const filesOf = (language: string) => globSync('**/*.ts', { cwd: `locales/${language}` }).filter((file) => basename(file) !== 'index.ts')
/** Messages that a language lacks: pages and emails show them in English. */
const untranslatedMessages: string[] = []
for (const language of folders.filter((folder) => folder !== 'en')) {
  for (const file of filesOf('en')) {
    const own = `locales/${language}/${file}`
    const translated = new Map(existsSync(own) ? flatten((await import(`../${own}`)) as object) : [])
    const missing = flatten((await import(`../locales/en/${file}`)) as object).filter(([key]) => !translated.has(key))
    untranslatedMessages.push(...missing.map(([key]) => `${own} lacks ${key}.`))
  }
}

/** The English messages that no index reaches: nothing would check them. */
const unreachable: string[] = []
const reached = new Set(flatten(languages.en).map(([, message]) => message))
for (const file of filesOf('en')) {
  const exported = (await import(`../locales/en/${file}`)) as object
  if (flatten(exported).some(([key, message]) => !reached.has(message) && !(key.slice(key.indexOf('.') + 1) in languages.en.errors)))
    unreachable.push(`locales/en/${file} is not in an index.ts.`)
}

const refusals = (await readRefusals()).filter(({ neverSent }) => neverSent === undefined)
const untranslated = [...new Set(refusals.map(({ code }) => code))]
  .filter((code) => !(code in languages.en.errors))
  .map((code) => `The refusal ${code} has no message in locales/en/errors.ts.`)

for (const missing of untranslatedMessages) console.log(missing)
const faults = [...unlisted, ...unreachable, ...untranslated]
for (const fault of faults) console.log(fault)
if (faults.length) process.exitCode = 1
else console.log(`${folders.length} languages, ${refusals.length} refusals, each with a message.`)
