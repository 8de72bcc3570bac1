// Checks that the locales are complete: every folder is a language, a language that users can choose has every file, any other those of
// buyers, the index of each contains every message of its files, and every refusal has a message. The compiler checks that each language has
// every key; the test beside the index checks plural forms and placeholders.
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { isBuyerLanguage, isOffered } from '#kernel/language/languages.ts'
import { flatten } from '#locales/flatten.ts'
import { buyerMessages, languages } from '#locales/index.ts'
import { readRefusals } from './reference/errors.ts'

const folders = globSync('locales/*/').map((folder) => basename(folder))
const unlisted = folders
  .filter((folder) => !isBuyerLanguage(folder))
  .map((folder) => `${folder} is not in languages (server/kernel/language/languages.ts).`)

const filesOf = (language: string) => globSync('**/*.ts', { cwd: `locales/${language}` }).filter((file) => basename(file) !== 'index.ts')
const messagesOf = async (language: string, file: string) => flatten((await import(`../locales/${language}/${file}`)) as object)

/** The English files of buyers: those whose messages are all theirs. */
const buyers = new Set(flatten(buyerMessages.en).map(([, message]) => message))
const buyerFiles: string[] = []
for (const file of filesOf('en')) if ((await messagesOf('en', file)).every(([, message]) => buyers.has(message))) buyerFiles.push(file)

const missingFiles = folders.flatMap((language) => {
  const files = filesOf(language)
  const required = isOffered(language) ? filesOf('en') : buyerFiles
  return required.flatMap((file) => (files.includes(file) ? [] : [`locales/${language}/${file} is missing.`]))
})

/** The messages that no index reaches: nothing would check them. */
const unreachable: string[] = []
// Of a language that is in both, the whole one.
for (const [language, messages] of Object.entries({ ...buyerMessages, ...languages })) {
  const reached = new Set(flatten(messages).map(([, message]) => message))
  for (const file of filesOf(language)) {
    const found = await messagesOf(language, file)
    if (found.some(([key, message]) => !reached.has(message) && !(key.slice(key.indexOf('.') + 1) in messages.errors)))
      unreachable.push(`locales/${language}/${file} is not in index.ts or buyers.ts.`)
  }
}

const refusals = (await readRefusals()).filter(({ neverSent }) => neverSent === undefined)
const untranslated = [...new Set(refusals.map(({ code }) => code))]
  .filter((code) => !(code in languages.en.errors))
  .map((code) => `The refusal ${code} has no message in locales/en/errors.ts.`)

const faults = [...unlisted, ...missingFiles, ...unreachable, ...untranslated]
for (const fault of faults) console.log(fault)
if (faults.length) process.exitCode = 1
else console.log(`${folders.length} languages, ${refusals.length} refusals, each with a message.`)
