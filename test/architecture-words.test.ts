// The words of docs/guides/glossary.md, held against names and comments of every source file.
import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'
import { everyPath, readSources, type Source } from '#test/reading/sources.ts'

/** Words that are not used, with the term to use. Each stands for its plural and its inflections as written. */
const BANNED_WORDS: readonly (readonly [words: string, instead: string])[] = [
  ['house houses', 'application, repository'],
  ['room rooms', 'page, module'],
  ['wing wings', 'layer'],
  ['door doors', 'entry point, route, control socket'],
  ['fact facts', 'domain event, details'],
  ['tell tells told telling', 'emit, publish, log, print, notify'],
  ['errand errands', 'remote command'],
  ['borrow borrows borrowed borrower borrowing lend', 'impersonate'],
  ['visit visits arrival arrivals', 'request context, request lifecycle'],
  ['standing losing', 'membership, health; name the verb'],
  ['ears hear hears heard', 'listen, receive, handle'],
  ['gathered', 'batched'],
  ['sought brought', 'name the thing'],
  ['prove proves proved proven proof proofs', 'verify, verified, test'],
  ['patience', 'wait limit'],
  ['whoever whatever somebody nobody', 'name the actor'],
]
/** Words that are not used in names alone. */
const BANNED_IN_NAMES: readonly (readonly [words: string, instead: string])[] = [
  ['asked asking', 'query, input, requested'],
  ['kept given wanted', 'name the thing'],
  ['person persons people', 'user'],
  ['ground grounds', 'deps, setup'],
  ['walk walks', 'browser test'],
  ['happened', 'events'],
  ['letter letters', 'email'],
]
/** Names that stand for something else, or that are published or stored: where, and which. */
const EXCEPTIONS: readonly (readonly [path: RegExp, names: RegExp])[] = [
  // Codes of refusals, fields of JSON and names of libraries.
  [/./, /^(happenedAt|happened_at|given_name|givenName|visit|BorrowedSession|appSecretProof|[A-Z]+(_[A-Z]+)+)$/],
  // A database of that name.
  [/./, /[cC]lickHouse/],
  // Characters of the alphabet.
  [/./, /^(letters?|LETTERS|firstLetter)$/],
  // Audit actions and the types of their actors.
  [/^locales\//, /^(\w+_(asked|given)|person|people|nobody)$/],
  // The older name of domain events in the administration API.
  [/^(client|web\/admin|server\/operations\/health)\//, /^(facts|listFacts)$/],
  [/^server\/money\/payments\/store\.ts$/, /^asked_at$/],
  [/^(server\/migrations|test\/wire\/golden)\//, /^people$/],
  [/^test\/support\/golden\/golden\.ts$/, /^nobody$/],
]

/** Verbs with which a file of an operation begins. */
const ACTION_VERBS = new Set(
  'accept activate add advance anonymize apply archive attach audit ban bill block cancel change charge collect complete confirm count create credit cycle deactivate delete deliver describe draft emit enqueue expire export find forget handle impersonate import ingest invalidate invite issue limit link list lock notify post preview publish query queue read receive reconcile record redeem refresh refuse reissue remove renew request reserve reset resolve resume retry review revoke run save secure send set settle sign spread start stop subscribe uncancel unlink update upgrade validate verify void withdraw'.split(
    ' ',
  ),
)

/** Names of schemas of the published contract, in the client's generated types. */
const PUBLISHED_TYPES = /^(ProductPriceFixed|CheckoutPublicConfirmed|FileUploadCompleted)$/

/** The first words of a question: no comment begins with one. */
const QUESTION = /^[\s*]*(What|How|Which|Who)\b/

/** Nouns that end like a verb form. */
const NOUNS = /^(billing|finding|reading|setting|posting|pricing|sorting|string|thing|spelling|embedded|need|seed|feed|shed)$/

const sources = readSources()
const product = sources.filter(({ path }) => /^(server|web|client|emails)\//.test(path) && !/\.test\.tsx?$/.test(path))

const wordsOf = (name: string) => name.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[-_.]/).map((word) => word.toLowerCase())
const table = (rows: readonly (readonly [string, string])[]) =>
  new Map(rows.flatMap(([words, instead]) => words.split(' ').map((word) => [word, instead] as const)))
const everywhere = table(BANNED_WORDS)
const inNames = new Map([...everywhere, ...table(BANNED_IN_NAMES)])

const faultsIn = (words: readonly string[], banned: ReadonlyMap<string, string>) => words.filter((word) => banned.has(word))

test('names of files, folders and identifiers use the terms of the glossary', () => {
  const isException = (path: string, name: string) => EXCEPTIONS.some(([where, names]) => where.test(path) && names.test(name))
  const paths = everyPath('all').flatMap((path) =>
    faultsIn(wordsOf(basename(path)), inNames)
      .filter((word) => !isException(path, word))
      .map((word) => `${path}: ${word} (${inNames.get(word)})`),
  )
  const identifiers = sources.flatMap(({ path, identifiers }) =>
    [...identifiers]
      .filter((name) => !isException(path, name))
      .flatMap((name) => faultsIn(wordsOf(name), inNames).map((word) => `${path}: ${name} (${inNames.get(word)})`)),
  )
  expect([...paths, ...identifiers]).toEqual([])
})

test('comments use the terms of the glossary', () => {
  const faults = sources.flatMap(({ path, comments }) =>
    comments.flatMap((comment) =>
      faultsIn(comment.toLowerCase().match(/[a-z]+/g) ?? [], everywhere).map((word) => `${path}: ${word}: ${comment.trim().slice(0, 80)}`),
    ),
  )
  expect(faults).toEqual([])
})

test('comments begin with a noun or a verb', () => {
  const written = sources.filter(({ path }) => /^(server|scripts|emails|client|bench|test|web)\//.test(path) && path !== 'client/wire.ts')
  const faults = written.flatMap(({ path, comments }) =>
    comments.filter((comment) => QUESTION.test(comment)).map((comment) => `${path}: ${comment.trim().slice(0, 80)}`),
  )
  expect(faults).toEqual([])
})

test('types are named by nouns', () => {
  const faults = product.flatMap(({ path, types }) =>
    types
      .filter((name) => !(path === 'client/wire.ts' && PUBLISHED_TYPES.test(name)))
      .filter((name) => /(ing|ed)$/.test(wordsOf(name).at(-1) ?? '') && !NOUNS.test(wordsOf(name).at(-1) ?? ''))
      .map((name) => `${path}: ${name}`),
  )
  expect(faults).toEqual([])
})

test('files of operations begin with a verb, are unique, and no other file of their module says the same', () => {
  const actions = product.filter(({ path }) => /^server\/.*\/actions\/[a-z-]+\.ts$/.test(path))
  const name = ({ path }: Source) => basename(path, '.ts')
  const nouns = actions.filter((file) => !ACTION_VERBS.has(name(file).split('-')[0] ?? '')).map(({ path }) => path)
  const repeated = [...Map.groupBy(actions, name).values()]
    .filter(({ length }) => length > 1)
    .flatMap((files) => files.map(({ path }) => path))
  const twins = product.flatMap(({ path }) => {
    const module = dirname(path)
    return actions
      .filter((action) => dirname(dirname(action.path)) === module && name(action).startsWith(`${basename(path, '.ts')}-`))
      .map((action) => `${path} and ${action.path}`)
  })
  expect([...nouns, ...repeated, ...twins]).toEqual([])
})
